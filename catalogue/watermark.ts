// The words of a watermark: a text with variables in double braces, such as `{{name}} · {{date}}`.

/** The variables, in the order in which the form names them. */
export const watermarkVariables = ['email', 'name', 'unit', 'report', 'date', 'time'] as const
export type WatermarkVariable = (typeof watermarkVariables)[number]

const usual = '{{email}} · {{date}}'

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The variables of the text that do not exist. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(variable)].map(([, name = '']) => name).filter((name) => !isVariable(name))

/** A watermark that names nobody deters nobody: the text needs the e-mail or the name of the reader. */
export const namesReader = (text: string): boolean =>
  [...text.matchAll(variable)].some(([, name]) => name === 'email' || name === 'name')

/** The text with its values. An unknown variable stays as it is written. */
export const watermarkText = (text: string | null, values: Record<WatermarkVariable, string>): string =>
  (text ?? usual).replace(variable, (whole, name: string) => (isVariable(name) ? values[name] : whole))

/** The text for a screen of a playlist, whose name takes the place of the reader's. */
export const watermarkOfScreen = (text: string | null, screen: string): string =>
  (text ?? usual).replace(variable, (whole, name: string) => (name === 'email' || name === 'name' ? screen : whole))

const isVariable = (name: string): name is WatermarkVariable => (watermarkVariables as readonly string[]).includes(name)
