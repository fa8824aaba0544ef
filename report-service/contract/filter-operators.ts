// What a filter may say, once for the service that checks it and the viewer that reads it.
// The names and numbers are those of `powerbi-models`.

/** Conditions of an advanced filter. */
export const conditionOperators = [
  'None',
  'LessThan',
  'LessThanOrEqual',
  'GreaterThan',
  'GreaterThanOrEqual',
  'Contains',
  'DoesNotContain',
  'StartsWith',
  'DoesNotStartWith',
  'Is',
  'IsNot',
  'IsBlank',
  'IsNotBlank',
  'IsEmptyString',
  'IsNotEmptyString',
] as const
export type ConditionOperator = (typeof conditionOperators)[number]

export const logicalOperators = ['And', 'Or'] as const
export type LogicalOperator = (typeof logicalOperators)[number]

export const basicOperators = ['In', 'NotIn', 'All'] as const
export type BasicOperator = (typeof basicOperators)[number]

export const topOperators = ['Top', 'Bottom'] as const
export type TopOperator = (typeof topOperators)[number]

/** 0: in the last, 1: in this, 2: in the next. */
export const relativeDateOperators = [0, 1, 2] as const
export type RelativeDateOperator = (typeof relativeDateOperators)[number]

/** 0: days, 1: weeks, 2: calendar weeks, 3: months, 4: calendar months, 5: years, 6: calendar years. */
export const timeUnits = [0, 1, 2, 3, 4, 5, 6] as const
export type TimeUnit = (typeof timeUnits)[number]
