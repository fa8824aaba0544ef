// How the user limit of a business unit and that of its client's contract relate.
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { InfoButton } from '#platform/web/ui/info-button.tsx'
import type { readTenant } from '../contract.ts'

type Limited = Pick<ReceivedOf<typeof readTenant>, 'client' | 'client_limit'>

/** Returns a sentence that names the limit which the people of the business unit reach first; null without a limit of the contract. */
export function useContractLimit() {
  const { t } = useTranslation()
  const { number } = useFormats()
  return ({ client, client_limit: limit }: Limited): string | null => {
    if (limit === null) return null
    const values = { client: client?.name ?? '', users: number(limit.users), limit: number(limit.user_limit) }
    return t(`organisation.tenants.contractLimit.${limit.binds ? 'first' : 'later'}`, values)
  }
}

export function ContractLimit({ unit }: { unit: Limited }) {
  const { t } = useTranslation()
  const sentence = useContractLimit()(unit)
  return sentence === null ? null : <InfoButton name={t('organisation.tenants.field.user_limit')} text={sentence} />
}
