import { type CannedVariable, cannedVariables } from '../contract.ts'

const marks = new RegExp(`\\{\\{\\s*(${cannedVariables.join('|')})\\s*\\}\\}`, 'g')

/** Replaces the variables of a canned answer. Other marks stay as they are. */
export const filledText = (text: string, values: Record<CannedVariable, string>): string =>
  text.replace(marks, (_, name: CannedVariable) => values[name])
