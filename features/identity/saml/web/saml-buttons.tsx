import { ask } from '#platform/web/client/client.ts'
import { ProviderButtons } from '#features/identity/federation/web/exports.tsx'
import { samlLogin } from '../contract.ts'

type SamlButtonsProps = { apps: readonly { id: string; name: string }[]; redirect: string | null }

/** One button per SAML provider of the host. */
export function SamlButtons({ apps, redirect }: SamlButtonsProps) {
  return <ProviderButtons providers={apps} redirect={redirect} onStart={(asked) => ask(samlLogin, asked)} />
}
