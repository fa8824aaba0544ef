import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Directorio (SCIM)',
  audit: {
    added: '{{actor}} conectó la unidad con un directorio',
    updated: '{{actor}} cambió la conexión con el directorio',
    removed: '{{actor}} terminó la conexión con el directorio',
  },
  title: 'Aprovisionamiento (SCIM)',
  purpose: 'El directorio de su organización crea, cambia y desactiva a las personas y los grupos de esta unidad.',
  synonyms: 'directorio, sincronizar personas, Entra, Okta, AD',
  menu: 'Aprovisionamiento (SCIM)',
  none: 'No hay ningún directorio conectado',
  noneText:
    'Con un token, Microsoft Entra ID, Okta u otro directorio mantiene a las personas de aquí. Quien deja la organización pierde el acceso en segundos.',
  connect: 'Conectar un directorio',
  connection: 'Conexión',
  connectionText: 'Introduzca en el directorio la dirección y el token.',
  endpoint: 'Dirección',
  copy: 'Copiar',
  token: 'Token',
  tokenOnce: 'Copie el token ahora: no se volverá a mostrar.',
  tokenEnds: 'Termina en {{hint}}',
  rotate: 'Cambiar el token',
  rotateTitle: '¿Cambiar el token?',
  rotateText: 'El token actual vale 24 horas más. Hasta entonces, introduzca el nuevo en el directorio.',
  oldUntil: 'El token anterior vale hasta {{time}}.',
  lastUsed: 'Último uso',
  never: 'Nunca',
  enableText: 'Si está desactivada, el directorio no lee ni cambia nada.',
  remove: 'Terminar la conexión',
  removeText: 'Las personas y los grupos se quedan y vuelven a mantenerse en el portal.',
  customFields: 'Campos personalizados',
  customFieldsText: 'Asigne estos atributos en el directorio. Lo que no envía queda como está en el portal.',
  field: {
    enable: 'Conexión activa',
    expires_at: 'Caducidad del token',
    token: 'Token',
  },
} satisfies Phrases<typeof ptBR>
