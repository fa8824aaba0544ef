// One run: what happened, and each addressee with the reason why they got nothing.
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListRows } from '#platform/web/pages/list-rows.tsx'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import {
  RecipientTools,
  RunHeader,
  RunOutcomes,
  RunPage,
  RunPeople,
  type RunWords,
  useRecipientColumns,
} from '#features/automation/tasks/web/exports.tsx'
import {
  type ExportProblem,
  listExportRecipients,
  readExportRun,
  type RecipientOutcome,
  recipientOutcomes,
} from '../contract.ts'
import { exportPlace } from './export-place.ts'
import { ExportState } from './export-state.tsx'

function useWords(): RunWords<RecipientOutcome, ExportProblem> {
  const { t } = useTranslation()
  return {
    outcome: (outcome) => t(`automation.scheduledExports.outcomes.${outcome}`),
    problem: (problem) => t(`automation.scheduledExports.problems.${problem}`),
    field: {
      person: t('automation.scheduledExports.field.person'),
      outcome: t('automation.scheduledExports.field.outcome'),
      told_at: t('automation.scheduledExports.field.told_at'),
    },
    erasedPerson: t('automation.scheduledExports.erasedPerson'),
    people: t('automation.scheduledExports.runs.people'),
    none: t('automation.scheduledExports.runs.none'),
  }
}

export function ExportRunPage() {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const words = useWords()
  const id = usePathPart('id')
  const query = useCallQuery(readExportRun, { id })
  useRefreshWhile(query.data?.state === 'waiting', readExportRun)
  return (
    <RunPage query={query}>
      {({ export: name, export_id, created_at, state, problem, outcomes }) => (
        <>
          <RunHeader
            title={t('automation.scheduledExports.runs.of', { name })}
            text={dateTime(created_at)}
            aside={<ExportState state={state} />}
            back={{ path: `${exportPlace.path}/${export_id}/runs`, text: t('automation.scheduledExports.runs.back') }}
          />
          {problem === null ? null : <p>{words.problem(problem)}</p>}
          <RunOutcomes outcomes={outcomes} words={words} />
          <RunPeople outcomes={outcomes} words={words}>
            <Recipients id={id} isOpen={state === 'waiting'} />
          </RunPeople>
        </>
      )}
    </RunPage>
  )
}

function Recipients({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const words = useWords()
  const list = useList(listExportRecipients, 'page_export_recipients', { fixed: { run_id: id } })
  useRefreshWhile(isOpen, listExportRecipients)
  const columns = useRecipientColumns(words, {
    key: 'bytes',
    title: t('automation.scheduledExports.field.bytes'),
    width: '8rem',
    labelled: true,
    cell: ({ bytes }: { bytes: number | null }) => (bytes === null ? null : `${number(Math.ceil(bytes / 1024))} kB`),
  })
  return (
    <>
      <RecipientTools options={list.options} change={list.change} outcomes={recipientOutcomes} words={words} />
      <ListRows
        state={list}
        phrasePrefix="automation.scheduledExports.runs"
        icon={IconUsers}
        pageKey="page_export_recipients"
        columns={columns}
        lasting={['run_id']}
        nameOf={({ person }) => person ?? words.erasedPerson}
        beginsAbove
      />
    </>
  )
}
