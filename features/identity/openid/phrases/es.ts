import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import errors from '#catalogue/phrases/errors/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('proveedor OpenID', 'm'),
  synonyms: 'SSO, inicio de sesión único, Entra, Azure, Google, Microsoft, OAuth',
  title: 'Cuentas en la nube (OpenID)',
  purpose: 'Entra ID, Google y otros proveedores con los que entran las personas de esta unidad de negocio.',
  deleteText: 'Nadie vuelve a entrar con él. Las personas que creó se conservan.',
  empty: 'Registre Entra ID, Google u otro proveedor: las personas entran con la cuenta que ya tienen.',
  on: 'Activo',
  off: 'Inactivo',
  copy: 'Copiar',
  test: 'Probar el emisor',
  tested: 'El emisor responde y puede usarse.',
  secretKept:
    'Hay un secreto guardado. Déjelo vacío para conservarlo; otro emisor o cliente exige el secreto de nuevo.',
  field: {
    name: 'Nombre',
    kind: 'Proveedor',
    icon: 'Icono del botón',
    issuer: 'Emisor (issuer)',
    client_id: 'ID de cliente',
    client_secret: 'Secreto del cliente',
    scopes: 'Ámbitos',
    attributes: 'Datos de la persona',
    create_users: 'Crear personas en el primer acceso',
    link_users: 'Vincular personas que tienen contraseña',
    domains: 'Dominios de correo aceptados',
    directories: 'Directorios aceptados',
    status: 'Activo',
    redirect_uri: 'Dirección de retorno (redirect URI)',
    people: 'Personas',
    created_at: 'Creado el',
  },
  help: {
    name: 'Aparece en el botón de la página de inicio de sesión. Cada directorio tiene un nombre propio.',
    issuer: 'La dirección del proveedor, como en su configuración OpenID. En Entra ID contiene el ID del directorio.',
    client_secret: 'El valor del secreto. Se guarda cifrado y no se vuelve a mostrar. Vacío para un cliente público.',
    scopes: 'Separados por espacios. “openid” se envía siempre.',
    create_users: 'Dentro del límite de usuarios de la unidad. Sin esto, solo entra quien ya fue reconocido.',
    link_users:
      'Quien solo pertenece a esta unidad y tiene el mismo correo, verificado por el proveedor, pasa a iniciar sesión por aquí. Su contraseña deja de ser válida.',
    domains: 'Vacío: cualquier dominio. En Google cuenta la organización de la cuenta.',
    directories:
      'Los ID de los directorios de Microsoft. Obligatorio cuando el emisor sirve a varios (“organizations”).',
  },
  choice: {
    kind: {
      entra: 'Microsoft Entra ID',
      google: 'Google',
      other: 'Otro proveedor OpenID',
    },
    icon: {
      microsoft: 'Microsoft',
      google: 'Google',
      key: 'Llave',
      building: 'Empresa',
      shield: 'Escudo',
    },
  },
  section: {
    what: 'Proveedor',
    whatText: 'El nombre que las personas reconocen, como “Cuenta de la empresa”.',
    ours: 'Para el proveedor',
    oursText: 'Indique esta dirección en la aplicación que registra en el proveedor.',
    provider: 'Del proveedor',
    providerText: 'Lo que el proveedor muestra de la aplicación que registró en él.',
    attributesText: 'Los nombres con los que el proveedor envía cada dato. En blanco: los nombres habituales.',
    rules: 'Quién entra',
    rulesText: 'El bloqueo, el horario y la lista de IP rigen aquí como en cualquier inicio de sesión.',
  },
  attribute: {
    email: 'Correo electrónico',
    nome_usuario: 'Nombre',
    groups: 'Grupos',
    custom: 'Campo: {{name}}',
  },
  attributeHelp: {
    email: 'Solo para el registro: la persona se reconoce por el identificador del proveedor.',
    nome_usuario: 'Se actualiza en cada inicio de sesión.',
    groups: 'Los grupos de usuarios con estos nombres pasan a ser los de la persona en cada inicio de sesión.',
  },
  redirecting: 'Entrando…',
  refused: 'No se pudo iniciar sesión',
  failed: errors['sign_in.provider_failed'],
} satisfies Phrases<typeof ptBR>
