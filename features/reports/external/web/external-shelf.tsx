import { IconWorldWww } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { listExternal } from '../contract.ts'
import { externalPath } from './external-path.ts'
import classes from './external-shelf.module.css'

/** The external reports of the person; nothing without one. */
export function ExternalShelf() {
  const { t } = useTranslation()
  const mayOpen = useCan('external_report.open')
  const { data } = useCallQuery(listExternal, {}, { enabled: mayOpen, freshFor: 60_000 })
  if (!data || data.data.length === 0) return null
  return (
    <section className={classes.shelf} aria-labelledby="external-reports">
      <h2 id="external-reports" className={classes.title}>
        {t('reports.external.title')}
      </h2>
      <ul className={classes.reports}>
        {data.data.map(({ id, name, description }) => (
          <li key={id}>
            <a href={externalPath(id)} className={classes.report}>
              <IconWorldWww size={18} stroke={1.6} aria-hidden />
              <span className={classes.words}>
                <span className={classes.name}>{name}</span>
                {description === null ? null : <span className={classes.text}>{description}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
