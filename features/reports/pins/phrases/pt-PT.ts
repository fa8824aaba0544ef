import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  tool: 'Afixar no início',
  text: 'Escolha elementos visuais desta página. No seu início, aparecem como o relatório foi publicado, sem os seus filtros e com os seus dados.',
  count: '{{count}} de {{max}} afixados',
  empty: 'Esta página não tem elementos visuais para afixar.',
  failed: 'Não foi possível ler os elementos visuais desta página. Tente novamente.',
  untitled: 'Elemento visual sem título ({{kind}})',
  title: 'Afixados',
  frame: '{{title}}, do relatório {{report}}',
  updated: 'Atualizado: {{when}}',
  until: 'Dados até {{day}}',
  loading: 'A carregar {{title}}',
  gone: 'Este elemento visual já não está no relatório.',
  problem: 'Este elemento visual não carregou.',
  paused: 'Abra o relatório para iniciar a respetiva capacidade.',
  unpin: 'Remover do início',
  earlier: 'Mover para antes',
  later: 'Mover para depois',
  hint: 'Acompanhe aqui os seus números: abra um relatório e escolha “Afixar no início”.',
  field: { page: 'Página', visual: 'Elemento visual', title: 'Título', kind: 'Tipo' },
} satisfies Phrases<typeof ptBR>
