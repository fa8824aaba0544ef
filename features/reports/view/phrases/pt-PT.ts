import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  opening: 'A abrir o relatório…',
  frame: 'Relatório {{name}}',
  back: 'Voltar a {{name}}',
  updated: 'Dados de {{when}}',
  tool: {
    label: 'Ferramentas do relatório',
    pages: 'Páginas',
    filters: 'Filtros',
    zoomIn: 'Ampliar',
    zoomOut: 'Reduzir',
    zoomReset: 'Tamanho original',
    refresh: 'Atualizar',
    fullscreen: 'Ecrã inteiro',
    leaveFullscreen: 'Sair do ecrã inteiro',
    favourite: 'Favorito',
    bookmarks: 'Marcadores',
    more: 'Mais ferramentas',
  },
  waking: {
    starts: 'A capacidade de “{{report}}” está a ligar',
    startsText: 'Isto demora um ou dois minutos. O relatório abre sozinho assim que ela estiver ligada.',
    paused: '“{{report}}” está em pausa',
    pausedText:
      'A capacidade deste relatório está em pausa e não liga sozinha. Peça a quem administra o portal que a ligue.',
    failedText:
      'Não foi possível ligar a capacidade deste relatório. Tente novamente; se o problema continuar, avise quem administra o portal.',
    startsAt: 'Liga às {{when}}.',
  },
  failure: {
    title: 'Não foi possível abrir o relatório',
    token_ended: 'A sua autorização de leitura expirou e não pôde ser renovada.',
    not_found: 'O serviço de relatórios não conhece este relatório.',
    not_authorized: 'O serviço de relatórios recusou mostrar este relatório.',
    model_unavailable: 'De momento os dados do relatório não estão disponíveis. A capacidade pode estar em pausa.',
    model_rebuilding: 'Os dados deste relatório estão a ser recuperados. Tente novamente dentro de momentos.',
    no_answer: 'O serviço de relatórios não deu resposta.',
    invalid: 'Este portal não aceita o endereço do relatório.',
    other: 'Ocorreu um problema no relatório.',
    support: 'Código para a assistência: {{id}}',
  },
  ended: {
    title: 'O seu acesso a este relatório terminou',
    text: 'Quem gere os relatórios retirou a autorização. Os seus outros relatórios continuam na página inicial.',
  },
} satisfies Phrases<typeof ptBR>
