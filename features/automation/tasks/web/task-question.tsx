// The question of a task: lists from which a person picks it, and below them, folded, the query that they write. Next: use-question.ts.
import { Alert, Button, Group, Input, NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { type Operator, operators, pickedOperators } from '../contract.ts'
import { TaskPicker } from './task-picker.tsx'
import { QueryField, QueryWish } from './task-report.tsx'
import type { Question } from './use-question.ts'

type QuestionProps = { question: Question }

export function TaskQuestion({ question }: QuestionProps) {
  const { t } = useTranslation()
  const { faults } = useForm()
  const [isOpened, setIsOpened] = useState(false)
  const { isPicking, isUnlisted, isChosen, isLoading, schema, pickAgain, writeByHand } = question
  const isShown = !isPicking || (isOpened && isChosen)
  return (
    <>
      {isPicking ? (
        <Lists question={question} fault={isShown ? undefined : faults['dax']} />
      ) : isUnlisted ? (
        <Alert variant="light" color="gray" c="var(--ink)">
          {t('automation.tasks.question.unlisted')}
        </Alert>
      ) : isLoading ? null : (
        <Text size="sm" c="dimmed">
          {t('automation.tasks.question.written')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={pickAgain}>
            {t('automation.tasks.question.pick')}
          </Button>
        </Text>
      )}
      <QueryWish />
      {isPicking && isChosen ? (
        <Group gap="xs">
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={isShown}
            onClick={() => setIsOpened(!isShown)}
            rightSection={isShown ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
          >
            {t('automation.tasks.question.see')}
          </Button>
          <Button variant="subtle" size="xs" onClick={writeByHand}>
            {t('automation.tasks.question.write')}
          </Button>
        </Group>
      ) : null}
      {isShown ? <Field name="dax">{(input) => <QueryField {...input} schema={schema} />}</Field> : null}
    </>
  )
}

function Lists({ question, fault }: QuestionProps & { fault: string | undefined }) {
  const { t } = useTranslation()
  if (!question.isChosen)
    return (
      <Input.Wrapper label={t('automation.tasks.question.what')} labelElement="div" error={fault}>
        <Text size="sm" c="dimmed">
          {t('automation.tasks.question.sourceFirst')}
        </Text>
      </Input.Wrapper>
    )
  if (question.isLoading) return <Skeleton height={72} />
  return <TaskPicker question={question} fault={fault} />
}

/** The comparison: of a picked question only those that it can have. */
export function Comparison({ name, label, error, value, onChange, question }: FieldInput & QuestionProps) {
  const { t } = useTranslation()
  const offered: readonly Operator[] = question.isPicking ? pickedOperators(question.choice.by) : operators
  const chosen = operators.find((each) => each === value)
  const listed = chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen]
  return (
    <NativeSelect
      name={name}
      label={label}
      error={error}
      value={String(value)}
      data={listed.map((each) => ({ value: each, label: t(`automation.tasks.choice.operator.${each}`) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Beginnings of a new task: each sets the kind of value, the comparison and how often it tells. */
const examples = {
  below: { kind: 'measure', fields: { operator: 'less', repeat_policy: 'on_change', tells_recovery: true } },
  appears: { kind: 'rows', fields: { operator: 'greater', value: '0', repeat_policy: 'on_change' } },
  jumps: { kind: 'measure', fields: { operator: 'changed_by', value: '10', repeat_policy: 'always' } },
} as const

/** Opens the list of what to choose next: the report, and then what is watched. The list may be rendered anew before. */
const focusFirstChoice = () =>
  requestAnimationFrame(() => {
    const fields = ['report_id', 'dax'].map((id) => document.getElementById(id))
    const first = fields.find((field) => field instanceof HTMLInputElement && field.value === '')
    first?.focus()
    first?.click()
  })

export function TaskExamples({ question }: QuestionProps) {
  const { t } = useTranslation()
  if (!question.isPicking || question.picked !== null) return null
  return (
    <Input.Wrapper label={t('automation.tasks.question.examples')} labelElement="div">
      <Group gap="xs" mt={4}>
        {(['below', 'appears', 'jumps'] as const).map((each) => (
          <Button
            key={each}
            variant="default"
            size="compact-sm"
            onClick={() => {
              question.choose({ kind: examples[each].kind, by: [] }, examples[each].fields)
              focusFirstChoice()
            }}
          >
            {t(`automation.tasks.question.example.${each}`)}
          </Button>
        ))}
      </Group>
    </Input.Wrapper>
  )
}
