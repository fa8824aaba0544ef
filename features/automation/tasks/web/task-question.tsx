// The question of a task: lists from which a person picks it, and below them, folded, the query that they write. Next: use-question.ts.
import { Alert, Button, Group, Input, NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#platform/web/language/language.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { type Operator, operators, pickedOperators, withoutValue } from '../contract.ts'
import { TaskPicker } from './task-picker.tsx'
import { QueryField, QueryWish } from './task-report.tsx'
import { examples, type Question } from './use-question.ts'

type QuestionProps = { question: Question }

export function TaskQuestion({ question }: QuestionProps) {
  const { t } = useTranslation()
  const { faults } = useForm()
  const [isOpened, setIsOpened] = useState(false)
  const { isPicking, isChosen, isLoading, schema, pickAgain, writeByHand } = question
  const isShown = !isPicking || (isOpened && isChosen)
  return (
    <>
      {isPicking ? (
        <Lists question={question} fault={isShown ? undefined : faults['dax']} />
      ) : schema.refusal !== null ? (
        <Alert variant="light" color="yellow" c="var(--ink)">
          {t('automation.tasks.question.refusedRows')}
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
  const measured = question.isPicking ? question.choice.name : ''
  const offered: readonly Operator[] = question.isPicking ? pickedOperators(question.choice.by) : operators
  const chosen = operators.find((each) => each === value)
  const listed = chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen]
  return (
    <NativeSelect
      name={name}
      label={measured === '' ? label : t('automation.tasks.question.conditionOf', { name: measured })}
      error={error}
      value={String(value)}
      data={listed.map((each) => ({ value: each, label: t(`automation.tasks.choice.operator.${each}`) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Beginnings of a new task: each sets the kind of value, the comparison and how often it tells. */
const beginnings = {
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
  const { example, picked } = question
  if (!question.isPicking || (example === null && picked !== null)) return null
  return (
    <Input.Wrapper label={t('automation.tasks.question.examples')} labelElement="div">
      <Group gap="xs" mt={4}>
        {examples.map((each) => (
          <Button
            key={each}
            variant={each === example ? 'light' : 'default'}
            aria-pressed={each === example}
            size="compact-sm"
            onClick={() => {
              question.begin(each, beginnings[each].kind, beginnings[each].fields)
              focusFirstChoice()
            }}
          >
            {t(`automation.tasks.question.example.${each}`)}
          </Button>
        ))}
      </Group>
      <div aria-live="polite">{example === null ? null : <Left question={question} />}</div>
    </Input.Wrapper>
  )
}

/** What the person still has to give after an example. */
function Left({ question }: QuestionProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { operator, value } = useForm().values
  const needsValue = !withoutValue.includes(String(operator)) && String(value).trim() === ''
  const left = [
    ...(question.isChosen ? [] : [t('automation.tasks.question.left.source')]),
    ...(question.picked === null ? [t('automation.tasks.question.left.what')] : []),
    ...(needsValue ? [t('automation.tasks.question.left.value')] : []),
  ]
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return (
    <Text size="sm" mt={4}>
      {left.length === 0
        ? t('automation.tasks.question.left.nothing')
        : t('automation.tasks.question.left.fields', { fields: list.format(left) })}
    </Text>
  )
}
