import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...noun('novidade', 'f'),
  taken: 'Já existe uma novidade com este título em português',
  synonyms: 'notas de versão, atualizações, changelog',
  title: 'Escrever novidades',
  purpose: 'O que mudou na plataforma, escrito para parceiros e administradores.',
  empty: 'Escreva a primeira novidade; enquanto pendente, só a equipe da plataforma a vê.',
  sent: 'Publicada',
  pending: 'Pendente',
  scheduled: 'Programada',
  state: 'Situação',
  field: { title: 'Título', body: 'Descrição', kind: 'Tipo', day: 'Dia', sent: 'Publicar em Novidades' },
  help: { day: 'Antes desse dia, só a equipe da plataforma a vê.' },
  choice: {
    kind: { system_update: 'Atualização do sistema', new_version: 'Nova versão', improvement: 'Melhoria' },
  },
  section: { whatText: 'O que falta num idioma é lido em inglês ou, sem inglês, em português.' },
  timeline: {
    synonyms: 'o que há de novo, versões, atualizações',
    title: 'Novidades',
    purpose: 'O que mudou na plataforma, do mais recente ao mais antigo.',
    empty: 'Ainda não há novidades. Elas aparecem aqui assim que são publicadas.',
  },
}
