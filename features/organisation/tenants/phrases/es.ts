import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const words = noun('unidad de negocio', 'f')

export default {
  ...words,
  audit: {
    ...words.audit,
    removal_begun: '{{actor}} cerró la unidad {{target}} para eliminarla',
    reopened: '{{actor}} reabrió la unidad {{target}}',
    erasure_confirmed: '{{actor}} confirmó la eliminación de la unidad {{target}}',
    erasure_proved: '{{actor}} acreditó la eliminación de la unidad {{target}}',
  },
  synonyms: 'empresas, inquilinos, sucursales',
  title: 'Unidades de negocio',
  purpose: 'Cada unidad tiene su propia dirección, sus personas y sus informes.',
  add: 'Nueva unidad',
  deleteText:
    'La unidad se cierra ahora: nadie más entra. En 14 días se borrará todo lo suyo: personas, informes, grupos, accesos, ajustes, temas y archivos. Hasta entonces puede reabrirla.',
  added: 'Unidad creada en {{address}}.',
  withoutAdministrator: 'Todavía nadie administra la unidad. Entre en ella y agregue a esa persona.',
  administratorInvited:
    '{{name}} recibe en {{email}} una invitación para elegir la contraseña y administrar la unidad.',
  administratorLink: 'Enlace de acceso de {{name}}',
  empty: 'Cree la primera unidad; responde de inmediato en su propia dirección.',
  open: 'Abrir su dirección',
  enter: 'Entrar en {{unit}}',
  enterIt: 'Entrar',
  enterRefused:
    'Esta unidad no permite la entrada del equipo. Quien entra en su propia dirección puede cambiarlo en la configuración.',
  enterMaintenance: 'Esta unidad está en mantenimiento: solo el equipo de la plataforma puede entrar.',
  enterAsAdmin: 'Entrar como administrador',
  enterAsUser: 'Entrar como lector',
  createdAt: 'Creada el',
  people: '{{users}} de {{limit}}',
  contractLimit: {
    first:
      'En el contrato de {{client}}: {{users}} de {{limit}} usuarios, en todas las unidades juntas. Ese límite se alcanza antes que el de esta unidad.',
    later:
      'En el contrato de {{client}}: {{users}} de {{limit}} usuarios, en todas las unidades juntas. El límite de esta unidad se alcanza antes que ese.',
  },
  removed: '{{percent}} eliminado',
  begunRemoving: '{{name}} está cerrada y se borrará en 14 días.',
  gone: '{{name}} fue eliminada.',
  closedUntil: 'Cerrada, se borrará el {{date}}',
  reopen: {
    action: 'Reabrir la unidad',
    title: '¿Reabrir {{name}}?',
    text: 'Las personas entran de nuevo como antes. La eliminación se cancela.',
    done: '{{name}} está abierta de nuevo.',
  },
  confirmErasure: {
    action: 'Borrar ahora',
    title: '¿Borrar {{name}} ahora?',
    text: '{{person}} ordenó eliminar esta unidad. Con su confirmación la eliminación empieza ya, sin esperar el plazo, y no se puede cancelar.',
    done: 'La eliminación de {{name}} empezó.',
  },
  erasures: {
    action: 'Eliminaciones',
    title: 'Eliminaciones de unidades',
    text: 'Cada unidad eliminada deja un comprobante. El registro de auditoría guarda su SHA-256.',
    empty: 'No se ha eliminado ninguna unidad. Para eliminar una, use su menú en la lista.',
    state: { ordered: 'Se borrará el {{date}}', erasing: 'Borrándose', erased: 'Borrada el {{date}}' },
    orderedBy: 'Ordenada por {{person}} el {{date}}',
    confirmedBy: 'Confirmada por {{person}}',
    download: 'Comprobante de {{unit}} en {{format}}',
  },
  proof: {
    title: 'Comprobante de eliminación',
    unit: 'Unidad de negocio',
    ordered: 'Ordenada por',
    confirmed: 'Confirmada por',
    gracePassed: 'nadie; el plazo terminó',
    begun: 'Inicio',
    rowsErased: 'Registros borrados',
    proved: 'Acreditada',
    files: 'Archivos',
    kept: 'Lo que queda',
    keptWhat: {
      bills: 'Facturas, que la ley obliga a guardar; sin nombres de personas de la unidad',
      audit_entries: 'Registros de auditoría del socio sobre la unidad',
      models: 'Modelos del servicio de informes en áreas solo de esta unidad, que el operador elimina',
    },
    tables: 'Registros por tabla, antes y después',
  },
  state: {
    removing: 'En eliminación',
    maintenance: 'En mantenimiento',
    enabled: 'Activa',
    disabled: 'Desactivada',
  },
  field: {
    erase_at: 'Fecha de la eliminación',
    sha256: 'SHA-256 del comprobante',
    format: 'Formato',
    administrator: 'Primer administrador',
    nome_usuario: 'Nombre del administrador',
    email: 'Correo del administrador',
    trial_ends: 'Fin del período de prueba',
    maintenance: 'En mantenimiento',
    hidden_menu: 'Pantallas ocultas',
    name: 'Nombre',
    parceiro_id: 'Socio',
    address: 'Dirección',
    subdomain: 'Subdominio',
    domain: 'Dominio propio',
    default_language: 'Idioma predeterminado',
    user_limit: 'Límite de usuarios',
    client: 'Cliente',
    users: 'Usuarios',
    allow_adding_reports: 'Permitir que la unidad agregue informes',
    allow_access_remote: 'Acceso del equipo del socio',
    registration_enabled: 'Permitir el autorregistro',
    default_for_registration: 'Predeterminada para el autorregistro',
    default_for_sso: 'Predeterminada para el inicio de sesión único',
    restrict_accounts: 'Mostrar las cuentas de informes solo a quien las registró',
    enabled: 'Unidad activa',
  },
  help: {
    trial_ends: 'El último día de los usuarios de prueba, en la zona horaria de la unidad.',
    maintenance:
      'Con esto solo entra el equipo de la plataforma; las demás personas ven que el portal está en mantenimiento.',
    subdomain: 'El comienzo de la dirección por la que entran las personas. Letras minúsculas, números y guiones.',
    default_language:
      'El idioma de la página de inicio de sesión en un navegador que aún no ha elegido otro. Los textos en varios idiomas necesitan al menos este.',
    user_limit_one: 'Hoy {{count}} usuario ocupa una plaza. El límite no puede ser menor.',
    user_limit_other: 'Hoy {{count}} usuarios ocupan plaza. El límite no puede ser menor.',
    allow_adding_reports: 'Sin esto, solo el equipo del socio agrega e importa informes.',
    allow_access_remote:
      'Si está desactivado, el equipo del socio y el de la plataforma no entran en esta unidad de ninguna manera, y nadie usa las sesiones de sus personas.',
    registration_enabled: 'El administrador todavía debe activarlo en la configuración de la unidad.',
    default_for_registration:
      'Quien se registra en la dirección del socio entra en esta unidad. Solo una unidad del socio es la predeterminada.',
    default_for_sso:
      'Quien el inicio de sesión único (SAML u OpenID) crea en cualquier unidad del socio entra en esta. Sin unidad predeterminada, entra en aquella donde inició sesión. Solo una unidad del socio es la predeterminada.',
    restrict_accounts: 'Con esto, cada administrador ve únicamente las cuentas que registró.',
    enabled: 'Al desactivarla, nadie entra y quien está conectado sale al instante. No se borra nada.',
  },
  section: {
    hiddenText:
      'Lo que marque desaparece del menú de todos en la unidad, y el servidor también lo rechaza. Se suma a lo que oculta el socio.',
    what: 'La unidad',
    whatText: 'El nombre se muestra a las personas al iniciar sesión y en la parte superior del portal.',
    administrator: 'Quién la administra',
    administratorText:
      'La persona recibe una invitación para elegir la contraseña. Sin ella, el equipo del socio entra en la unidad y agrega a quien la administra.',
    where: 'Dónde está',
    whereText: 'Las personas entran por esta dirección. Si la cambia, se desconecta quien use la anterior.',
    limits: 'Qué puede hacer',
    limitsText: 'Cuántas personas caben y qué hacen por su cuenta los administradores de la unidad.',
    state: 'Estado',
    stateText: 'Una unidad desactivada lo conserva todo y no deja entrar a nadie.',
  },
  staffEntry: {
    title: '¿Cerrar la unidad al equipo?',
    text: 'Al guardar, las sesiones del equipo en esta unidad terminan y se avisa a sus administradores. Puede volver a abrir la unidad en este formulario.',
  },
} satisfies Phrases<typeof ptBR>
