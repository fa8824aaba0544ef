import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import errors from '#catalogue/phrases/errors/es.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('aplicación SAML', 'f'),
  title: 'Inicio de sesión único (SAML)',
  purpose: 'Proveedores de identidad con los que entran las personas de esta unidad de negocio.',
  deleteText: 'Nadie vuelve a entrar con ella. Las personas que creó se conservan.',
  empty: 'Registre el proveedor de identidad de la empresa: las personas entran con la cuenta que ya tienen.',
  on: 'Activa',
  off: 'Inactiva',
  copy: 'Copiar',
  metadataUrl: 'Dirección de los metadatos',
  readMetadata: 'Leer',
  metadataFile: 'Elegir archivo',
  field: {
    name: 'Nombre',
    entity_id: 'Identificador del proveedor (entity ID)',
    login_url: 'Dirección de inicio de sesión',
    logout_url: 'Dirección de salida',
    certificates: 'Certificados',
    name_id_format: 'Formato del NameID',
    attributes: 'Atributos',
    create_users: 'Crear personas en el primer acceso',
    link_users: 'Vincular personas que tienen contraseña',
    idp_initiated: 'Aceptar accesos iniciados en el proveedor',
    status: 'Activa',
    acs_url: 'Dirección de respuesta (ACS)',
    sp_entity_id: 'Nuestro identificador y metadatos',
    companies: 'Unidades de negocio',
    people: 'Personas',
  },
  help: {
    name: 'Aparece en el botón de la página de inicio de sesión.',
    certificates: 'En PEM. Hasta cinco, mientras el proveedor cambia de clave.',
    create_users: 'Dentro del límite de usuarios de la unidad. Sin esto, solo entra quien ya fue reconocido.',
    link_users:
      'Quien solo pertenece a esta unidad y tiene el correo que envía el proveedor pasa a entrar por aquí. Su contraseña deja de valer.',
    idp_initiated: 'Menos seguro: úselo solo si el proveedor no sabe responder a una petición del portal.',
  },
  choice: {
    name_id_format: {
      unspecified: 'Cualquiera',
      persistent: 'Persistente',
      emailAddress: 'Correo electrónico',
    },
  },
  section: {
    what: 'Aplicación',
    whatText: 'El nombre que las personas reconocen, como “Entra ID” o “Cuenta de la empresa”.',
    ours: 'Para el proveedor',
    oursText: 'Indique estas direcciones en el proveedor de identidad. La segunda aparece después de guardar.',
    provider: 'Del proveedor',
    providerText: 'Lea los metadatos del proveedor de una dirección o de un archivo, o rellene los campos.',
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
    email: 'Solo para el registro: la persona se reconoce por el NameID.',
    nome_usuario: 'Se actualiza en cada inicio de sesión.',
    groups: 'Los grupos de usuarios con estos nombres pasan a ser los de la persona en cada inicio de sesión.',
  },
  redirecting: 'Entrando…',
  refused: 'No se pudo iniciar sesión',
  /** By the status words of the specification (SAML callback mapping). */
  status: {
    error_user_or_password: errors['sign_in.wrong_credentials'],
    not_found_companies: errors['sign_in.without_tenant'],
    user_disable: errors['sign_in.user_deactivated'],
    blocked: errors['sign_in.user_blocked'],
    inactive: errors['sign_in.user_inactive'],
    domain_not_allowed: errors['sign_in.domain_refused'],
    horario_not_allowed: errors['sign_in.hour_refused'],
    error_azure_not_companies: errors['sign_in.provider_without_tenant'],
    finish_test: errors['sign_in.trial_ended'],
    maitenance: errors['sign_in.maintenance'],
    error: errors['sign_in.provider_failed'],
    ip_not_allowed: errors['sign_in.address_refused'],
  },
} satisfies Phrases<typeof ptBR>
