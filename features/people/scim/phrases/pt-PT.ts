import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Diretório (SCIM)',
  audit: {
    added: '{{actor}} ligou a unidade a um diretório',
    updated: '{{actor}} alterou a ligação ao diretório',
    removed: '{{actor}} terminou a ligação ao diretório',
  },
  title: 'Aprovisionamento (SCIM)',
  purpose: 'O diretório da sua organização cria, altera e desativa as pessoas e os grupos desta unidade.',
  synonyms: 'diretório, sincronizar pessoas, Entra, Okta, AD',
  menu: 'Aprovisionamento (SCIM)',
  none: 'Nenhum diretório ligado',
  noneText:
    'Com um token, o Microsoft Entra ID, o Okta ou outro diretório mantém as pessoas daqui. Quem sai da organização perde o acesso em segundos.',
  connect: 'Ligar um diretório',
  connection: 'Ligação',
  connectionText: 'Introduza no diretório o endereço e o token.',
  endpoint: 'Endereço',
  copy: 'Copiar',
  token: 'Token',
  tokenOnce: 'Copie o token agora: não voltará a ser mostrado.',
  tokenEnds: 'Termina em {{hint}}',
  rotate: 'Mudar o token',
  rotateTitle: 'Mudar o token?',
  rotateText: 'O token atual vale por mais 24 horas. Até lá, introduza o novo no diretório.',
  oldUntil: 'O token anterior vale até {{time}}.',
  lastUsed: 'Última utilização',
  never: 'Nunca',
  enableText: 'Desligada, o diretório não lê nem altera nada.',
  remove: 'Terminar ligação',
  removeText: 'As pessoas e os grupos ficam e voltam a ser mantidos no portal.',
  customFields: 'Campos personalizados',
  customFieldsText: 'Mapeie estes atributos no diretório. O que não for enviado fica como está no portal.',
  field: {
    enable: 'Ligação ativa',
    expires_at: 'Validade do token',
    token: 'Token',
  },
} satisfies Phrases<typeof ptBR>
