import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Plataforma',
  audit: { updated: '{{actor}} alterou as definições da plataforma' },
  synonyms: 'manutenção, ecrãs ocultos, plataforma',
  title: 'Definições gerais',
  purpose: 'O que se aplica a todos os parceiros e unidades de negócio.',
  hiddenText:
    'O que assinalar desaparece de imediato do menu de todos os parceiros e unidades e é também recusado pelo servidor. A equipa da plataforma mantém tudo.',
  maintenance: 'Manutenção',
  maintenanceText:
    'Enquanto estiver ligada, só a equipa da plataforma entra, em todos os endereços. As outras pessoas saem agora e leem que o portal está em manutenção.',
  field: { hidden_menu: 'Ecrãs ocultos', maintenance: 'Em manutenção' },
} satisfies Phrases<typeof ptBR>
