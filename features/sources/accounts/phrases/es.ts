import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const nounPhrases = noun('cuenta de informes', 'f')

export default {
  ...nounPhrases,
  audit: { ...nounPhrases.audit, tested: '{{actor}} probó la cuenta de informes {{target}}' },
  synonyms: 'Power BI, credenciales, service principal, Azure, conexión',
  title: 'Cuentas de informes',
  purpose: 'Credenciales con las que el portal obtiene informes de Power BI o del servicio que lo acompaña.',
  add: 'Nueva cuenta',
  empty: 'Agregue la primera cuenta para publicar los informes a los que llega.',
  createdAt: 'Creada el',
  workspaceCount: 'Áreas de trabajo',
  ofPartner: 'Del socio',
  ofPartnerText: 'Esta cuenta es del socio. Usted puede publicar desde ella; la modifica el equipo del socio.',
  toWorkspaces: 'Ver las áreas de trabajo',
  kind: { powerbi: 'Microsoft Power BI', local: 'Servicio de Vitrine' },
  kindText: {
    powerbi: 'Informes publicados en el servicio de Microsoft.',
    local: 'Informes publicados en el servicio que acompaña al portal.',
  },
  field: {
    subscription_id: 'ID de la suscripción',
    workspace_id: 'ID del área de trabajo',
    resource_group: 'Grupo de recursos',
    feature_name: 'Nombre de la capacidad',
    size: 'Tamaño de la capacidad',
    name: 'Nombre',
    kind: 'Servicio',
    id_directory: 'ID del directorio (tenant)',
    id_app: 'ID de la aplicación (client)',
    id_object: 'ID de objeto de la entidad de servicio',
    secret: 'Secreto del cliente',
  },
  help: {
    subscription_id: 'En el portal de Azure, en Suscripciones.',
    workspace_id: 'El área de trabajo que está en la capacidad.',
    resource_group: 'El grupo en el que está la capacidad.',
    feature_name: 'El nombre del recurso en Azure.',
    size: 'Por ejemplo A1, EM2 o F8.',
    name: 'Cómo ven la cuenta quienes publican informes.',
    id_directory: 'Está en la información general del registro de la aplicación, en Microsoft Entra.',
    id_app: 'Está al lado del anterior.',
    id_object: 'Ayuda a encontrar la aplicación al incluirla en un área de trabajo.',
    secret: 'El valor del secreto, no su ID. Se guarda cifrado y no se vuelve a mostrar.',
    secretKept: 'Hay un secreto guardado. Déjelo vacío para conservarlo; otra aplicación u otro servicio exige otro.',
  },
  section: {
    capacity: 'Capacidad en Azure',
    capacityText:
      'La capacidad de licencia que ejecuta los informes. El portal la usa para mostrar y activar los recursos de capacidad.',
    what: 'La cuenta',
    whatText: 'De dónde vienen los informes.',
    keys: 'Credenciales',
    keysText: 'El portal entra en el servicio como una aplicación, no como una persona.',
    test: 'Prueba',
    testText:
      'Recorre el camino del inicio de sesión a las áreas de trabajo con lo indicado arriba. No se guarda nada.',
  },
  test: {
    action: 'Probar conexión',
    passed: 'La cuenta funciona.',
    failed: 'La cuenta todavía no funciona.',
    step: {
      authority: 'El servidor de inicio de sesión responde',
      token: 'Se aceptan la aplicación y el secreto',
      api: 'El servicio de informes responde',
      permission: 'El servicio permite la aplicación',
      workspaces: 'La aplicación llega a un área de trabajo',
    },
    advice: {
      authority: 'No respondió. Revise la salida a la red del portal y pruebe de nuevo.',
      token: 'Revise el directorio, la aplicación y el secreto: use el valor del secreto y compruebe que no venció.',
      api: 'El inicio de sesión funcionó, pero el servicio rechazó la pregunta. Pruebe de nuevo; si continúa, guarde el código.',
      permission:
        'El administrador del servicio debe permitir que las entidades de servicio usen las API e incluir esta aplicación. En Power BI: portal de administración, configuración del desarrollador.',
      workspaces:
        'En el servicio, abra un área de trabajo, elija administrar acceso y agregue la aplicación como miembro.',
    },
    code: 'Código del servicio: {{code}}',
  },
} satisfies Phrases<typeof ptBR>
