import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  choose: 'Choose a business unit',
  button: 'Business unit: {{unit}}. Switch',
  units: 'Business units',
  search: 'Search business units',
  more: 'There are more business units. Search by name or address.',
  enterAs: 'Enter as',
  asAdmin: 'Administrator',
  asUser: 'Reader',
  opening: 'Opening…',
  openingUnit: 'Opening {{unit}}…',
  strip: 'Partner access',
  actingAdmin: 'You are in {{unit}} as an administrator.',
  actingUser: 'You are in {{unit}} as a reader.',
  back: 'Go back',
} satisfies Phrases<typeof ptBR>
