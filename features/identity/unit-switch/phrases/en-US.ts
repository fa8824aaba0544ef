import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  choose: 'Choose a business unit',
  button: 'Business unit: {{unit}}. Switch',
  units: 'Business units',
  search: 'Search business units',
  enter: 'Enter {{unit}}',
  enterAs: 'Enter as',
  asAdmin: 'Administrator',
  asUser: 'Reader',
  enterAsAdmin: 'Enter as administrator',
  enterAsUser: 'Enter as reader',
  enterRefused:
    'This unit does not let staff enter. Staff who sign in at its own address can change that in its settings.',
  enterMaintenance: 'This unit is in maintenance: only the platform’s staff may enter.',
  opening: 'Opening…',
  openingUnit: 'Opening {{unit}}…',
  strip: 'Partner access',
  actingAdmin: 'You are in {{unit}} as an administrator.',
  actingUser: 'You are in {{unit}} as a reader.',
  back: 'Go back',
} satisfies Phrases<typeof ptBR>
