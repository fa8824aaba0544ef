import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTranslation } from 'react-i18next'
import type { listAudit } from '../contract.ts'
import classes from './audit-sentence.module.css'
import { useSentence } from './audit-texts.ts'

export type AuditRow = ReceivedOf<typeof listAudit>['data'][number]

/** Shows the sentence of an entry, such as "**Ana Souza** adicionou o relatório **Vendas**", and the person on whose behalf it was done. */
export function AuditSentence({ entry }: { entry: AuditRow }) {
  const { t } = useTranslation()
  const { parts } = useSentence()
  return (
    <span className={classes.sentence}>
      {parts(entry).map(({ kind, text }, index) => (kind === 'word' ? text : <b key={index}>{text}</b>))}
      {entry.on_behalf_of === null ? null : (
        <span className={classes.behalf}>{t('operations.audit.behalf', { name: entry.on_behalf_of })}</span>
      )}
    </span>
  )
}
