import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Os seus dados',
  purpose: 'Uma cópia de tudo o que o portal guarda sobre si nesta unidade, em JSON e CSV, com os seus ficheiros.',
  request: 'Pedir uma cópia dos meus dados',
  requested: 'Pedido recebido. Será avisado quando o ficheiro estiver pronto.',
  own: 'Os seus dados',
  since: 'Pedida em {{at}}',
  until: 'Disponível até {{at}}, para uma única transferência',
  download: 'Transferir',
  downloadOf: 'Transferir a cópia dos dados de {{name}}',
  state: {
    waiting: 'Em preparação',
    ready: 'Pronta',
    failed: 'Não foi possível preparar a cópia. Peça outra.',
    downloaded: 'Já transferida',
  },
} satisfies Phrases<typeof ptBR>
