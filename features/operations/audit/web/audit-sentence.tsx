import type { ReceivedOf } from '#platform/contract/call.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { listAudit } from '../contract.ts'
import classes from './audit-sentence.module.css'
import { useSentence } from './audit-texts.ts'

export type AuditRow = ReceivedOf<typeof listAudit>['data'][number]

/**
 * Shows the sentence of an entry, such as "**Ana Souza** adicionou o relatório **Vendas**", and the person on whose behalf it was done. The
 * origin of staff has another colour and weight than a name, so that no name looks like one.
 */
export function AuditSentence({ entry }: { entry: AuditRow }) {
  const { t } = useTranslation()
  const { parts } = useSentence()
  return (
    <span className={classes.sentence}>
      {parts(entry).map(({ kind, text, origin }, index) =>
        kind === 'word' ? (
          text
        ) : (
          <Fragment key={index}>
            <b>{text}</b>
            {origin === undefined ? null : (
              <span className={classes.origin} title={`${t('operations.audit.column.origin')} ${origin}`}>
                {` · ${origin}`}
              </span>
            )}
          </Fragment>
        ),
      )}
      {entry.on_behalf_of === null ? null : (
        <span className={classes.behalf}>{t('operations.audit.behalf', { name: entry.on_behalf_of })}</span>
      )}
    </span>
  )
}
