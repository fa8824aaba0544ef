// The page of one run, for every noun of the area that runs and tells people: the way back, what became of the addressees, and each
// addressee with the reason. The noun gives its own facts and columns.
import { Button, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FigureTile, FigureTiles } from '#platform/web/ui/figure-tile.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'

type Outcomes<Outcome> = readonly { outcome: Outcome; count: number }[]

/** The noun's phrases about its runs. */
export type RunWords<Outcome, Problem> = {
  outcome: (outcome: Outcome) => string
  problem: (problem: Problem) => string
  field: Readonly<Record<'person' | 'outcome' | 'told_at', string>>
  erasedPerson: string
  /** The heading above the addressees, and the sentence in their place when there are none. */
  people: string
  none: string
}

type RunPageProps<Run> = {
  query: { data: Run | undefined; error: CallFailure | null; refetch: () => unknown }
  children: (run: Run) => ReactNode
}

/** Shows a run when it is loaded. */
export function RunPage<Run>({ query: { data, error, refetch }, children }: RunPageProps<Run>) {
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  return data ? children(data) : <FormSkeleton />
}

type RunHeaderProps = {
  title: string
  text?: string
  aside?: ReactNode
  /** The history to which the run belongs. */
  back: { path: string; text: string }
}

export const RunHeader = ({ back, ...header }: RunHeaderProps) => (
  <PageHeader {...header}>
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
      renderRoot={(props) => <PathLink to={back.path} {...props} />}
    >
      {back.text}
    </Button>
  </PageHeader>
)

type RunOutcomesProps<Outcome> = {
  outcomes: Outcomes<Outcome>
  words: Pick<RunWords<Outcome, never>, 'outcome'>
}

/** The addressees, counted by what became of them. */
export function RunOutcomes<Outcome extends string>({ outcomes, words }: RunOutcomesProps<Outcome>) {
  const { number } = useFormats()
  if (outcomes.length === 0) return null
  return (
    <FigureTiles>
      {outcomes.map(({ outcome, count }) => (
        <FigureTile key={outcome} name={words.outcome(outcome)} figure={number(count)} />
      ))}
    </FigureTiles>
  )
}

type RunPeopleProps<Outcome> = {
  outcomes: Outcomes<Outcome>
  words: Pick<RunWords<Outcome, never>, 'people' | 'none'>
  /** The list of the addressees, when there are any. */
  children: ReactNode
}

export const RunPeople = <Outcome extends string>({ outcomes, words, children }: RunPeopleProps<Outcome>) => (
  <>
    <h2>{words.people}</h2>
    {outcomes.length === 0 ? <Text c="dimmed">{words.none}</Text> : children}
  </>
)

type RecipientToolsProps<Outcome> = {
  options: { search: string; outcome?: Outcome | undefined }
  change: (part: { search?: string; outcome?: Outcome | undefined }) => void
  outcomes: readonly Outcome[]
  words: Pick<RunWords<Outcome, never>, 'outcome' | 'field'>
}

/** Search and filter above the list of addressees. */
export function RecipientTools<Outcome extends string>(props: RecipientToolsProps<Outcome>) {
  const { options, change, outcomes, words } = props
  return (
    <ListTools
      search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
      filters={
        <FilterChip
          label={words.field.outcome}
          value={options.outcome}
          options={outcomes.map((value) => ({ value, label: words.outcome(value) }))}
          onChange={(outcome) => change({ outcome })}
        />
      }
      active={options.outcome === undefined ? 0 : 1}
    />
  )
}

type Recipient<Outcome, Problem> = {
  person: string | null
  email: string | null
  outcome: Outcome
  problem: Problem | null
  told_at: Date | null
}

/** The columns of an addressee. `own`: what only this noun knows of them. */
export function useRecipientColumns<Outcome, Problem, Own>(
  words: RunWords<Outcome, Problem>,
  own: Column<Own>,
): Column<Recipient<Outcome, Problem> & Own>[] {
  const { dateTime } = useFormats()
  return [
    {
      key: 'person',
      title: words.field.person,
      sort: 'person',
      cell: ({ person, email }) => <WithNote text={person ?? words.erasedPerson} note={email} />,
    },
    {
      key: 'outcome',
      title: words.field.outcome,
      sort: 'outcome',
      cell: ({ outcome, problem }) => (
        <WithNote text={words.outcome(outcome)} note={problem === null ? null : words.problem(problem)} />
      ),
    },
    own,
    {
      key: 'told_at',
      title: words.field.told_at,
      width: '11rem',
      labelled: true,
      cell: ({ told_at }) => (told_at === null ? null : dateTime(told_at)),
    },
  ]
}

/** A text with a quieter one below it. */
export const WithNote = ({ text, note }: { text: ReactNode; note: ReactNode }) => (
  <>
    {text}
    {note === null ? null : (
      <Text size="xs" c="dimmed" mt={2}>
        {note}
      </Text>
    )}
  </>
)
