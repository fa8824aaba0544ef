// What a person saw of a report, readable: page, filters, last refresh, browser and language. For the ticket, and for its form.
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { languageNames } from '#platform/web/language/language-names.ts'
import type { Ticket } from './help-desk-place.ts'
import { type FilterLine, filterLines } from './view-filters.ts'
import classes from './ticket-view.module.css'

export type DisplayedView = Omit<NonNullable<Ticket['view']>, 'browser' | 'language'> &
  Partial<Pick<NonNullable<Ticket['view']>, 'browser' | 'language'>>

/** The values of one filter that are named. A slicer may have hundreds. */
const shownValues = 10

export function ViewFacts({ view: { state, refreshed_at, browser, language } }: { view: DisplayedView }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const lines = state === null ? [] : filterLines(state)
  const facts: [name: string, value: string | null][] = [
    [t('helpDesk.tickets.view.page'), state?.page_name ?? null],
    [t('helpDesk.tickets.view.refreshed'), refreshed_at && dateTime(refreshed_at)],
    [t('helpDesk.tickets.view.browser'), browser ?? null],
    [t('helpDesk.tickets.view.language'), language ? languageNames[language] : null],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
      {state === null ? null : (
        <div className={classes.filters}>
          <dt>{t('helpDesk.tickets.view.filters')}</dt>
          {lines.length === 0 ? <dd>{t('helpDesk.tickets.view.noFilters')}</dd> : null}
          {lines.map((line, index) => (
            <dd key={index}>
              <Filter line={line} />
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}

function Filter({ line: { column, conditions } }: { line: FilterLine }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const said = conditions.map(({ phrase, sign, values }) => {
    const more = values.length - shownValues
    const parts = [
      phrase === null ? sign : t(`reports.library.filters.operators.${phrase}`),
      values.slice(0, shownValues).join(', '),
      more > 0 ? t('helpDesk.tickets.view.more', { shown: number(more) }) : '',
    ]
    return parts.filter((part) => part !== '').join(' ')
  })
  return (
    <>
      <strong>{column}</strong> {said.join('; ')}
    </>
  )
}
