import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Quién puede abrir {{name}}',
  settings: 'Configuración del informe',
  field: {
    grants: 'Acceso',
    roles: 'Roles del modelo',
    identity: 'Nombre de usuario de la identidad',
    identity_value: 'Valor usado como nombre de usuario',
    identity_field: 'Campo usado como nombre de usuario',
    pages: 'Páginas',
    chosenPages: 'Páginas concedidas',
    custom_data: 'Datos personalizados',
    ends_on: 'Acceso hasta',
    without_filters: 'Sin los filtros del informe',
  },
  section: {
    who: 'Personas y grupos',
    whoText:
      'Quien está en esta lista abre el informe; quien sale deja de abrirlo al instante, aunque lo esté leyendo.',
    readers: 'Lo que ve cada persona',
    readersText:
      'Lo decide ahora el servidor, con lo ya guardado. Lo concedido a la persona vale más que lo de sus grupos.',
  },
  pick: {
    group: 'Agregar un grupo',
    person: 'Agregar una persona',
    groupSearch: 'Busque un grupo',
    personSearch: 'Busque por nombre o correo',
  },
  members_one: '{{count}} persona',
  members_other: '{{count}} personas',
  none: 'Nadie puede abrir este informe todavía, salvo quien gestiona informes.',
  edit: 'Cambiar lo que ve {{name}}',
  fold: 'Plegar',
  remove: 'Quitar el acceso a {{name}}',
  until: 'Hasta {{day}}',
  pages: { all: 'Todas las páginas', some: 'Solo las páginas elegidas' },
  onlyPages_one: 'Solo la página {{pages}}.',
  onlyPages_other: 'Solo las páginas {{pages}}.',
  identities: { email: 'El correo de quien lee', field: 'Un campo personalizado', value: 'Un valor fijo' },
  help: {
    identity_field:
      'Vale lo que la ficha de cada persona tiene en este campo. Quien no tiene valor no lo abre. Los campos que la propia persona rellena al registrarse no aparecen.',
    pages: 'Las demás páginas no se listan ni se abren: el servicio de informes las rechaza.',
    pagesArranged:
      'El servicio de Microsoft no conoce páginas ni filtros de informe en su token: allí solo organizan lo que se muestra. Lo que protege los datos es la seguridad de filas.',
    ends_on: 'El último día del acceso. Después, la persona deja de abrirlo. Vacío: no termina.',
    without_filters:
      'Los filtros definidos por quien publicó no valen para este acceso. La seguridad de filas sigue valiendo.',
    roles: 'Elija en la lista, o escriba el nombre tal como está en el modelo de datos y pulse Enter.',
    identity: 'Es lo que devuelven USERNAME() y USERPRINCIPALNAME() en el modelo de datos.',
    identity_value: 'Hasta 256 caracteres, sin espacios.',
    custom_data: 'Es lo que devuelve CUSTOMDATA() en el modelo de datos.',
  },
  fault: {
    identity_field: 'Elija un campo.',
    pages: 'Elija al menos una página.',
    roles: 'Indique al menos un rol.',
    rolesInvalid: 'Hasta 50 roles de hasta 50 caracteres cada uno, sin comas.',
    identity_value: 'Indique un valor sin espacios.',
    custom_data: 'Hasta 1024 caracteres.',
  },
  sees: {
    everything: 'Ve todas las filas.',
    ignored: 'Ve las filas del rol {{role}}, como todos.',
    nothing: 'Sin rol: no ve nada.',
    own_one: 'Ve las filas del rol {{roles}}, con su propio correo.',
    own_other: 'Ve las filas de los roles {{roles}}, con su propio correo.',
    ownEach_one: 'Cada persona ve las filas del rol {{roles}}, con su propio correo.',
    ownEach_other: 'Cada persona ve las filas de los roles {{roles}}, con su propio correo.',
    as_one: 'Ve las filas del rol {{roles}}, como {{username}}.',
    as_other: 'Ve las filas de los roles {{roles}}, como {{username}}.',
    field_one: 'Ve las filas del rol {{roles}}, con el valor del campo {{field}}.',
    field_other: 'Ve las filas de los roles {{roles}}, con el valor del campo {{field}}.',
    data: 'Datos personalizados: {{data}}.',
    allIgnored:
      'Este informe ignora la seguridad de filas: todos leen con el rol {{role}}. Los roles indicados aquí no tienen efecto ahora.',
    open: 'El modelo de datos no tiene roles: quien abre el informe ve todas las filas.',
    hidden: 'El informe está oculto: solo lo abre quien gestiona informes, diga lo que diga la lista.',
  },
  outcome: {
    identity_missing: 'No lo abre: falta un rol, o el valor del campo que da el nombre de usuario',
    identity_ambiguous: 'No lo abre: sus grupos dan identidades distintas. Concédaselo directamente.',
    hidden: 'No lo abre: el informe está oculto',
  },
  reader: { name: 'Persona', through: 'A través de', direct: 'Directamente', sees: 'Ve' },
  readersNone: 'Todavía no se ha concedido este informe a nadie.',
  readersMore: 'Se muestran {{shown}} de {{total}} personas.',
  unsaved: 'Hay cambios sin guardar: la tabla muestra lo que vale hasta ahora.',
} satisfies Phrases<typeof ptBR>
