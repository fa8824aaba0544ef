import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Platform',
  audit: { updated: '{{actor}} changed the settings of the platform' },
  synonyms: 'maintenance, hidden screens, platform',
  title: 'General settings',
  purpose: 'What holds for all partners and business units.',
  hiddenText:
    'What you tick disappears at once from the menu of every partner and business unit, and the server refuses it as well. The platform’s own team keeps everything.',
  maintenance: 'Maintenance',
  maintenanceText:
    'While it is on, only the platform’s team gets in, at every address. Everybody else is stopped now and reads that the portal is under maintenance.',
  field: { hidden_menu: 'Hidden screens', maintenance: 'Under maintenance' },
} satisfies Phrases<typeof ptBR>
