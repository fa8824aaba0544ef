import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { type AiUse, readAiUses } from '../contract.ts'

/** The service and model of a use; null: the person does not have the use now, and nothing of it is displayed. */
export function useAiUse(use: AiUse): { host: string; model: string } | null {
  const mayAsk = useCan('portal.use')
  const { data } = useCallQuery(readAiUses, {}, { enabled: mayAsk, freshFor: 60_000 })
  if (!data?.uses.includes(use) || data.host === null || data.model === null) return null
  return { host: data.host, model: data.model }
}
