// Adds items to a section without a dialog: reports one after another, and a web link by one line.
import { Button, MultiSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { type AppItem, selectAppContents } from '../contract.ts'
import { linkItem } from './app-link.ts'
import classes from './app-form.module.css'

type QuickProps = {
  /** The name of the section, for screen readers. */
  section: string
  items: readonly AppItem[]
  onAdd: (items: AppItem[]) => void
  /** Receives a chosen report with its name, because the app that is not saved yet has no stored names. */
  onPick: (id: string, name: string) => void
}

export function AppQuickItems(props: QuickProps) {
  return (
    <>
      <Reports {...props} />
      <Link {...props} />
    </>
  )
}

/** Each choice is added at once, and the list stays open for the next one. */
function Reports({ section, items, onAdd, onPick }: QuickProps) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  const { data = [] } = useCallQuery(selectAppContents, { kind: 'report', search: search.asked }, { keep: true })
  const present = new Set(items.flatMap((item) => (item.kind === 'report' ? [item.report_id] : [])))
  const found = data.filter(({ value }) => !present.has(value))
  const add = (ids: string[]) => {
    const chosen = found.filter(({ value }) => ids.includes(value))
    for (const { value, label } of chosen) onPick(value, label)
    onAdd(
      chosen.map(({ value, label }) => ({
        id: crypto.randomUUID(),
        kind: 'report' as const,
        title: label.slice(0, 80),
        report_id: value,
      })),
    )
  }
  return (
    <MultiSelect
      label={t('reports.apps.quick.reports')}
      aria-label={`${t('reports.apps.quick.reports')}: ${section}`}
      placeholder={t('reports.apps.quick.reportsText')}
      data={found.map(({ value, label }) => ({ value, label }))}
      value={[]}
      onChange={add}
      searchable
      onSearchChange={search.type}
      // The server has already searched.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed">
            {found.find(({ value }) => value === option.value)?.place}
          </Text>
        </div>
      )}
      nothingFoundMessage={t('general.list.empty')}
    />
  )
}

function Link({ section, onAdd }: QuickProps) {
  const { t } = useTranslation()
  const [line, setLine] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = () => {
    const item = linkItem(line, crypto.randomUUID())
    setWrong(item === null)
    if (item === null) return
    onAdd([item])
    setLine('')
  }
  return (
    <div className={classes.link}>
      <TextInput
        className={classes.grow}
        label={t('reports.apps.quick.link')}
        aria-label={`${t('reports.apps.quick.link')}: ${section}`}
        placeholder={t('reports.apps.quick.linkText')}
        error={isWrong ? t('reports.apps.quick.linkWrong') : undefined}
        maxLength={600}
        value={line}
        onChange={({ currentTarget: { value } }) => {
          setLine(value)
          setWrong(false)
        }}
        // Who presses the button of the form has written a link for the app.
        onBlur={() => line.trim() !== '' && add()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would send the whole form.
          event.preventDefault()
          add()
        }}
      />
      <Button
        variant="default"
        disabled={line.trim() === ''}
        aria-label={`${t('reports.apps.quick.addLink')}: ${section}`}
        onClick={add}
      >
        {t('reports.apps.quick.addLink')}
      </Button>
    </div>
  )
}
