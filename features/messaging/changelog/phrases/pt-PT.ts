import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('novidade', 'f'),
  taken: 'Já existe uma novidade com este título em português',
  synonyms: 'notas de versão, atualizações, changelog',
  title: 'Escrever novidades',
  purpose: 'O que mudou na plataforma, escrito para parceiros e administradores.',
  empty: 'Escreva a primeira novidade; enquanto estiver pendente, só o pessoal da plataforma a vê.',
  sent: 'Publicada',
  pending: 'Pendente',
  scheduled: 'Agendada',
  state: 'Estado',
  field: { title: 'Título', body: 'Descrição', kind: 'Tipo', day: 'Dia', sent: 'Publicar em Novidades' },
  help: { day: 'Antes desse dia, só o pessoal da plataforma a vê.' },
  choice: {
    kind: { system_update: 'Atualização do sistema', new_version: 'Nova versão', improvement: 'Melhoria' },
  },
  section: { whatText: 'O que faltar num idioma lê-se em inglês ou, sem inglês, em português.' },
  timeline: {
    synonyms: 'o que há de novo, versões, atualizações',
    title: 'Novidades',
    purpose: 'O que mudou na plataforma, do mais recente para o mais antigo.',
    empty: 'Ainda não há novidades. Aparecem aqui assim que forem publicadas.',
  },
} satisfies Phrases<typeof ptBR>
