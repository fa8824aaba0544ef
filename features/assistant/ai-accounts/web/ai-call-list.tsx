import { Button } from '@mantine/core'
import { IconArrowLeft, IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { aiOutcomes, aiPurposes, exportAiCalls, listAiCalls } from '../contract.ts'

/** The log of the calls of the model. */
export function AiCallList() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={listAiCalls}
      file={exportAiCalls}
      phrasePrefix="assistant.aiAccounts.calls"
      path="/ia/calls"
      pageKey="page_ai_calls"
      icon={IconSparkles}
      beginsAbove
      renderBegin={() => (
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <PathLink to="/ia" {...props} />}
        >
          {t('assistant.aiAccounts.toAccount')}
        </Button>
      )}
      columns={useColumns()}
      renderFilters={(list) => <Filters list={list} />}
    />
  )
}

function Filters({ list: { options, change } }: { list: List<typeof listAiCalls> }) {
  const { t } = useTranslation()
  return (
    <>
      <FilterChip
        label={t('assistant.aiAccounts.field.purpose')}
        value={options.purpose}
        options={aiPurposes.map((value) => ({ value, label: t(`assistant.aiAccounts.choice.purpose.${value}`) }))}
        onChange={(purpose) => change({ purpose })}
      />
      <FilterChip
        label={t('assistant.aiAccounts.field.outcome')}
        value={options.outcome}
        options={aiOutcomes.map((value) => ({ value, label: t(`assistant.aiAccounts.choice.outcome.${value}`) }))}
        onChange={(outcome) => change({ outcome })}
      />
    </>
  )
}

type Row = RowOf<typeof listAiCalls>

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const field = (name: keyof Row) => t(`assistant.aiAccounts.field.${name as Exclude<keyof Row, 'id'>}`)
  const count = (value: number | null) => (value === null ? null : number(value))
  return [
    {
      key: 'created_at',
      title: field('created_at'),
      sort: 'created_at',
      width: '11rem',
      cell: (row) => dateTime(row.created_at),
    },
    { key: 'person', title: field('person'), cell: ({ person }) => person },
    {
      key: 'purpose',
      title: field('purpose'),
      labelled: true,
      cell: ({ purpose }) => t(`assistant.aiAccounts.choice.purpose.${purpose}`),
    },
    { key: 'subject', title: field('subject'), labelled: true, wideOnly: true, cell: ({ subject }) => subject },
    {
      key: 'outcome',
      title: field('outcome'),
      labelled: true,
      cell: ({ outcome }) => t(`assistant.aiAccounts.choice.outcome.${outcome}`),
    },
    { key: 'tokens_in', title: field('tokens_in'), width: '7rem', align: 'end', cell: (row) => count(row.tokens_in) },
    {
      key: 'tokens_out',
      title: field('tokens_out'),
      width: '7rem',
      align: 'end',
      cell: (row) => count(row.tokens_out),
    },
    { key: 'ms', title: field('ms'), chosenOnly: true, align: 'end', cell: (row) => count(row.ms) },
    { key: 'model', title: field('model'), chosenOnly: true, cell: ({ model }) => model },
    { key: 'host', title: field('host'), chosenOnly: true, cell: ({ host }) => host },
  ]
}
