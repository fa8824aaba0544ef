// The text that a person copies into their bank to pay a bill by Pix. It is in the QR code as well.
import { generatePixPayload } from '@brazilian-utils/brazilian-utils'

type PixBill = { key: string; receiver: string; city: string | null; number: number; amount: string }

/** Null when nothing is to be paid, or the data make no valid text. */
export function pixText({ key, receiver, city, number, amount }: PixBill): string | null {
  // The library takes a number; an amount with two decimals goes there and back unchanged, which the library checks.
  const value = Number(amount)
  if (value <= 0) return null
  return generatePixPayload({
    key,
    merchantName: receiver,
    merchantCity: city ?? 'Brasil',
    amount: value,
    txid: `FATURA${number}`,
  })
}
