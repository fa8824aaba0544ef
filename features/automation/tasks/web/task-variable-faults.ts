// Finds the fault of each variable of the form. The server refuses the same variables (server/rules.ts); the form has a sentence for each
// fault.
import { builtInVariables, type TaskVariable, taskVariable } from '../contract.ts'

export type VariableFault = { name?: 'name' | 'taken' | 'required'; value?: 'required' | 'number' | 'day' }

const { name: nameShape } = taskVariable.shape

/** Returns one entry for each variable, in order; an empty entry: the variable is valid. */
export function variableFaults(variables: readonly TaskVariable[]): VariableFault[] {
  const names = variables.map(({ name }) => name.trim())
  return variables.map((variable, index) => {
    const name = nameFault(names, index)
    const value = valueFault(variable)
    return { ...(name && { name }), ...(value && { value }) }
  })
}

function nameFault(names: readonly string[], index: number): VariableFault['name'] {
  const name = names[index] ?? ''
  if (name === '') return 'required'
  if (!nameShape.safeParse(name).success) return 'name'
  return names.indexOf(name) !== index || builtInVariables.some((own) => own === name) ? 'taken' : undefined
}

function valueFault({ substitution, value }: TaskVariable): VariableFault['value'] {
  const text = value.trim()
  if (text === '') return 'required'
  if (substitution === 'number' && !/^[+-]?\d{1,15}(?:[.,]\d{1,10})?$/.test(text)) return 'number'
  if (substitution === 'day' && !/^[+-]?\d{1,4}$/.test(text)) return 'day'
  return undefined
}
