// The variables of a task: name, kind and value. Each row names its own faults.
import { ActionIcon, Button, Input, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { substitutions, type TaskVariable } from '../contract.ts'
import classes from './task-variables.module.css'
import { type VariableFault, variableFaults } from './task-variable-faults.ts'

type VariablesProps = {
  variables: TaskVariable[]
  error: string | undefined
  onChange: (variables: TaskVariable[]) => void
}

const maxVariables = 20

/** The summary of faults leads to the field with this id. */
const fieldId = 'variables'

export function TaskVariables({ variables, error, onChange }: VariablesProps) {
  const { t } = useTranslation()
  const faults = error === undefined ? [] : variableFaults(variables)
  const first = faults.findIndex(isAtFault)
  return (
    <Input.Wrapper
      labelElement="div"
      label={<OptionalLabel>{t('automation.tasks.field.variables')}</OptionalLabel>}
      error={first === -1 ? error : undefined}
    >
      {variables.map((variable, position) => (
        <Row
          // A variable has no id, and rows are never reordered, so that the position identifies the row.
          key={position}
          variable={variable}
          fault={faults[position] ?? {}}
          isFirstAtFault={position === first}
          onChange={(part) =>
            onChange(variables.map((each, index) => (index === position ? { ...each, ...part } : each)))
          }
          onRemove={() => onChange(variables.filter((_, index) => index !== position))}
        />
      ))}
      <Button
        display="block"
        variant="subtle"
        size="xs"
        mt={4}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={variables.length >= maxVariables}
        onClick={() => onChange([...variables, { name: '', value: '', substitution: 'column' }])}
      >
        {t('automation.tasks.variable.add')}
      </Button>
    </Input.Wrapper>
  )
}

const isAtFault = ({ name, value }: VariableFault) => name !== undefined || value !== undefined

type RowProps = {
  variable: TaskVariable
  fault: VariableFault
  isFirstAtFault: boolean
  onChange: (part: Partial<TaskVariable>) => void
  onRemove: () => void
}

function Row({ variable, fault, isFirstAtFault, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const { name, value, substitution } = variable
  const leadsToName = isFirstAtFault && fault.name !== undefined
  const faultText = (key: VariableFault['name' | 'value']) => key && t(`automation.tasks.variable.fault.${key}`)
  return (
    <div className={classes.row}>
      <TextInput
        label={t('automation.tasks.variable.name')}
        {...(leadsToName && { id: fieldId })}
        error={faultText(fault.name)}
        maxLength={40}
        value={name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <NativeSelect
        label={t('automation.tasks.field.substitution')}
        data={substitutions.map((each) => ({ value: each, label: t(`automation.tasks.choice.substitution.${each}`) }))}
        value={substitution}
        onChange={({ currentTarget }) =>
          onChange({ substitution: substitutions.find((each) => each === currentTarget.value) ?? 'text' })
        }
      />
      <TextInput
        label={valueLabel(substitution)}
        {...(isFirstAtFault && !leadsToName && { id: fieldId })}
        error={faultText(fault.value)}
        description={helpOf(substitution)}
        maxLength={200}
        value={value}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
      />
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('automation.tasks.variable.remove', { name })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )

  function valueLabel(kind: TaskVariable['substitution']): string {
    if (kind === 'column') return t('automation.tasks.variable.column')
    return kind === 'day' ? t('automation.tasks.variable.day') : t('automation.tasks.variable.value')
  }

  function helpOf(kind: TaskVariable['substitution']): string | undefined {
    if (kind === 'column') return t('automation.tasks.variable.help.column')
    return kind === 'day' ? t('automation.tasks.variable.help.day') : undefined
  }
}
