import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/es.ts'
import type ptBR from './pt-BR.ts'

const words = noun('dominio', 'm')

export default {
  ...words,
  synonyms: 'DNS, dirección propia, CNAME, TXT, certificado, HTTPS',
  title: 'Dominios',
  purpose: 'Direcciones propias que llevan a una unidad de negocio o al socio.',
  empty:
    'Con un dominio propio, las personas entran en una dirección de la empresa, como bi.empresa.com. Agregue el dominio y pruebe, con un registro TXT en el DNS, que es suyo.',
  deleteText:
    'Quien entra por esta dirección deja de encontrar el portal en ella, y las sesiones abiertas en ella terminan. Los enlaces de correos ya enviados con esta dirección dejan de abrirse. La dirección del portal (subdominio) sigue funcionando.',
  deletePresent: 'Usted está ahora en esta dirección: después de eliminarla, entre por la dirección del portal.',
  leadsTo: 'Lleva a',
  toPartner: '{{partner}} (socio)',
  open: 'Abrir',
  copy: 'Copiar',
  copied: 'Copiado',
  fee: 'Cada dominio verificado de una unidad de negocio entra en la factura del mes.',
  toDomains: 'Dominios',
  mainOf: 'Dominio principal: {{host}}',
  noneYet: 'Aún no hay dominio principal.',
  field: {
    name: 'Dominio',
    readable: 'Nombre legible',
    tenant_id: 'Lleva a',
    parceiro_id: 'Socio',
    state: 'Situación',
    main: 'Principal',
    checked_at: 'Última comprobación',
    created_at: 'Agregado el',
    fault: 'Resultado',
    reason: 'Motivo',
  },
  help: {
    reason:
      'Solo para un nombre parecido a otro o con dos alfabetos: por qué se permite. Queda en el registro de auditoría.',
    name: 'Solo el nombre, sin https:// y sin barra: bi.empresa.com. Se aceptan acentos.',
    tenant_id: 'Una unidad de negocio, o el propio socio.',
  },
  section: {
    what: 'Dominio',
    whatText: 'El nombre y adónde lleva. Después de agregarlo verá el registro TXT que prueba que el dominio es suyo.',
  },
  state: {
    waiting: 'A la espera de la prueba',
    verified: 'Verificado',
    refused: 'Rechazado',
  },
  stateText: {
    waiting: 'Esta dirección todavía no lleva a ningún sitio. Cree el registro TXT de abajo y compruebe.',
    verified: 'Esta dirección lleva a {{target}}.',
    refused: 'Si es de usted, cree el registro TXT y compruebe de nuevo después de que el otro lo elimine.',
  },
  proof: {
    dns: 'Probado por el registro TXT el {{date}}.',
    hand: 'Confirmado a mano por {{person}} el {{date}}: {{reason}}',
    before: 'Ya existía antes de la comprobación por DNS.',
  },
  fault: {
    not_found: 'El registro TXT todavía no existe. Un cambio en el DNS puede tardar algunas horas.',
    wrong_value: 'Hay un registro TXT con este nombre, pero con otro valor. Copie de nuevo el valor de abajo.',
    alias: 'El nombre del registro es un alias (CNAME) de otro nombre. Cree un registro TXT en su lugar.',
    flood: 'El DNS respondió con demasiados registros para este nombre. Deje solo el registro de abajo.',
    unreachable: 'Ningún servidor de DNS respondió. Inténtelo de nuevo en unos minutos.',
    no_resolver: 'Este portal no consulta el DNS. El equipo de la plataforma confirma el dominio a mano.',
    taken: 'Otro socio ya probó que este dominio es suyo.',
  },
  warning: {
    refused: 'Otro socio probó que este dominio es suyo. El de usted fue rechazado.',
    gave_up: 'El registro TXT no apareció en 30 días. El portal dejó de buscarlo; todavía puede comprobarlo a mano.',
    lost: 'No se encontró el registro TXT que prueba el dominio. El dominio sigue funcionando; cree el registro de nuevo.',
  },
  steps: {
    title: 'Pruebe que el dominio es suyo',
    one: 'Abra la página del DNS donde está registrado el dominio (Cloudflare, GoDaddy u otro). Quien lleva el sitio o el correo de la empresa tiene acceso a ella.',
    two: 'Cree un registro de tipo TXT con este nombre y este valor.',
    three: 'Apunte el propio dominio al portal, con un registro CNAME a {{host}}.',
    four: 'Vuelva aquí y compruebe. El portal también lo comprueba solo de vez en cuando.',
    keep: 'Deje el registro en el DNS: el portal lo comprueba una vez al día.',
    name: 'Nombre del registro',
    value: 'Valor del registro',
  },
  check: {
    action: 'Comprobar ahora',
    verified: 'El dominio está verificado.',
    found: 'El registro TXT está ahí.',
    next: 'Próxima comprobación automática: {{date}}.',
  },
  mainAct: {
    action: 'Hacerlo principal',
    done: 'Este es ahora el dominio principal.',
    text: 'El dominio principal es la dirección que se usa en correos y enlaces.',
    tryFirst: 'Antes de hacerlo principal, compruebe que ya abre el portal.',
    open: 'Abrir {{host}}',
  },
  confirm: {
    action: 'Confirmar a mano',
    title: 'Confirmar {{host}} a mano',
    text: 'Solo sin el DNS: usted garantiza que el dominio es del socio. El motivo queda en la auditoría.',
    done: 'El dominio está confirmado.',
  },
  audit: {
    ...words.audit,
    checked: '{{actor}} mandó comprobar el dominio {{target}}',
    verified: '{{actor}} verificó el dominio {{target}}',
    confirmed: '{{actor}} confirmó a mano el dominio {{target}}',
    main_set: '{{actor}} hizo principal el dominio {{target}}',
    refused: '{{actor}} rechazó el dominio {{target}}, que otro socio probó',
    gave_up: '{{actor}} dejó de buscar el registro del dominio {{target}}',
    lost: '{{actor}} no encontró el registro TXT del dominio {{target}}',
  },
} satisfies Phrases<typeof ptBR>
