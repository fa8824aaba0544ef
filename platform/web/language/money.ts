// Amounts of money as a person reads them. The product bills in Brazilian reais; a capacity has a currency of its own.
import { useMemo } from 'react'
import { useLanguage } from './language.ts'

type Money = (amount: string, currency?: string) => string

/** Writes an amount of the wire, such as "1234.50". The text goes to the formatter as it is: a number would round a large sum. */
export function makeMoney(language: string): Money {
  const formats = new Map<string, Intl.NumberFormat>()
  return (amount, currency = 'BRL') => {
    const format = formats.get(currency) ?? new Intl.NumberFormat(language, { style: 'currency', currency })
    formats.set(currency, format)
    return format.format(amount as `${number}`)
  }
}

/** Writes an amount in few characters, such as “R$ 1,2 mil”, for the labels of a chart. */
export function useShortMoney(): (amount: string) => string {
  const language = useLanguage()
  return useMemo(() => {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL', notation: 'compact' })
    return (amount) => format.format(amount as `${number}`)
  }, [language])
}

/** Example: `const money = useMoney()`, then `money(bill.total)` or `money(cost.amount, cost.currency)`. */
export function useMoney(): Money {
  const language = useLanguage()
  return useMemo(() => makeMoney(language), [language])
}
