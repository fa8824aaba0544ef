import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Plataforma',
  audit: { updated: '{{actor}} alterou as definições da plataforma' },
  title: 'Definições gerais',
  purpose: 'O que se aplica a todos os parceiros e unidades de negócio.',
  hiddenText:
    'O que assinalar desaparece de imediato do menu de todos os parceiros e unidades e é também recusado pelo servidor. A equipa da plataforma mantém tudo.',
  field: { hidden_menu: 'Ecrãs ocultos' },
} satisfies Phrases<typeof ptBR>
