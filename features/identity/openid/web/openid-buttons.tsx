import type { ReceivedOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import { ProviderButtons } from '#features/identity/federation/web/exports.tsx'
import type { loginConfig } from '#features/identity/sign-in/contract.ts'
import { openidLogin } from '../contract.ts'
import { ProviderPicture } from './openid-icon.tsx'

type OpenidButtonsProps = {
  providers: ReceivedOf<typeof loginConfig>['openid']
  redirect: string | null
}

/** One button per OpenID provider of the host. */
export function OpenidButtons({ providers, redirect }: OpenidButtonsProps) {
  const pictured = providers.map(({ id, name, icon }) => ({ id, name, picture: <ProviderPicture icon={icon} /> }))
  return <ProviderButtons providers={pictured} redirect={redirect} onStart={(asked) => ask(openidLogin, asked)} />
}
