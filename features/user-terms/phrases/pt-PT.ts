import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

const words = noun('termo de utilização', 'm')

export default {
  ...words,
  taken: 'Já existe um termo de utilização com este título em português do Brasil',
  audit: {
    ...words.audit,
    published: '{{actor}} publicou uma versão do termo de utilização {{target}}',
    accepted: '{{actor}} aceitou o termo de utilização {{target}}',
  },
  title: 'Termos de utilização',
  purpose: 'Textos que as pessoas leem ou aceitam, e quem já os aceitou.',
  empty: 'Escreva o primeiro termo. Ninguém o vê antes da publicação.',
  deleteText: 'As versões publicadas e os registos de aceitação deste termo também são apagados.',
  field: {
    title: 'Título',
    body: 'Texto',
    condition: 'Condição',
    place: 'Local de apresentação',
    report_id: 'Relatório',
    active: 'Em vigor',
    edition: 'Versão publicada',
    published_at: 'Publicado em',
    draft: 'Alterações por publicar',
    accepted: 'Aceitações',
    report: 'Relatório',
  },
  help: {
    body: 'Títulos, listas, citações e ligações, sem imagens.',
    condition: 'Ninguém continua sem aceitar um termo obrigatório. Um informativo é apenas mostrado.',
    place: 'No registo: a quem aceitou uma versão anterior é pedida a nova depois do início de sessão.',
    active: 'Um termo que não está em vigor não é mostrado a ninguém.',
  },
  choice: {
    condition: { mandatory: 'Obrigatório', informative: 'Informativo' },
    place: { after_login: 'Depois do início de sessão', registration: 'No registo', report: 'Antes de um relatório' },
  },
  section: {
    whatText: 'O que falta numa língua é lido em inglês ou, sem inglês, em português.',
    where: 'Onde e como',
    whereText: 'Aplica-se assim que guardar. Só o texto espera pela publicação.',
    versions: 'Versões',
    versionsText: 'Cada publicação é uma versão nova, e todas as pessoas são perguntadas de novo.',
  },
  state: 'Estado',
  states: { draft: 'Rascunho', published: 'Versão {{edition}}', off: 'Fora de vigor' },
  pick: 'Escolher um relatório',
  publish: 'Publicar a versão {{edition}}',
  publishTitle: 'Publicar esta versão?',
  publishText:
    'Todas as pessoas a quem o termo se aplica são perguntadas de novo. Um termo obrigatório interrompe o que estão a fazer.',
  published: 'A versão {{edition}} foi publicada.',
  publishFirst: 'Guarde as alterações antes de publicar.',
  nothingToPublish: 'O texto guardado é o da versão publicada.',
  none: 'Nenhuma versão publicada.',
  edition: 'Versão {{edition}}, de {{at}}',
  editionBy: 'Versão {{edition}}, de {{at}}, por {{by}}',
  preview: 'Pré-visualizar',
  toAcceptances: 'Quem aceitou',
  acceptances: {
    title: 'Aceitações',
    purpose: 'Quem aceitou este termo, quando e de que endereço, e quem ainda não.',
    add: 'Aceitação',
    empty: 'Ainda não há pessoas a quem este termo se aplique.',
    field: {
      name: 'Nome',
      email: 'E-mail',
      unit: 'Unidade de negócio',
      accepted: 'Aceitou a versão atual',
      edition: 'Última versão aceite',
      accepted_at: 'Quando',
      address: 'Endereço IP',
    },
    yes: 'Aceitou',
    no: 'Não aceitou',
  },
  dialog: {
    accept: 'Aceitar',
    agree: 'Li e aceito',
    read: 'Percebi',
    leave: 'Terminar sessão',
    mandatory: 'Para continuar, leia e aceite este termo.',
    text: 'Texto do termo',
  },
} satisfies Phrases<typeof ptBR>
