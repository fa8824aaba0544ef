// The user terms: as they are written, and as people accept them.
import type { SentencesByPlace } from './in-languages.ts'

export const termSentences = {
  /** Section 2, user terms. */
  terms: {
    title: ['Termos de uso', 'User terms', 'Términos de uso', 'Termos de utilização'],
    purpose: [
      'Textos que as pessoas leem ou aceitam, e quem já os aceitou.',
      'Texts that people read or accept, and who has accepted them.',
      'Textos que las personas leen o aceptan, y quién los ha aceptado.',
      'Textos que as pessoas leem ou aceitam, e quem já os aceitou.',
    ],
    empty: [
      'Escreva o primeiro termo. Ninguém o vê antes da publicação.',
      'Write the first term. Nobody sees it before it is published.',
      'Escriba el primer término. Nadie lo ve antes de su publicación.',
      'Escreva o primeiro termo. Ninguém o vê antes da publicação.',
    ],
    add: ['Novo termo de uso', 'New user term', 'Nuevo término de uso', 'Novo termo de utilização'],
  },
  /** Section 3, user term: condition, display location. */
  termForm: {
    add: ['Novo termo de uso', 'New user term', 'Nuevo término de uso', 'Novo termo de utilização'],
    whatText: [
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
      'What is missing in a language is read in English or, without English, in Portuguese.',
      'Lo que falta en un idioma se lee en inglés o, sin inglés, en portugués.',
      'O que falta num idioma é lido em inglês ou, sem inglês, em português.',
    ],
    where: ['Onde e como', 'Where and how', 'Dónde y cómo', 'Onde e como'],
    whereText: [
      'Vale assim que você salva. Só o texto espera a publicação.',
      'This applies as soon as you save. Only the text waits to be published.',
      'Se aplica en cuanto guarda. Solo el texto espera a la publicación.',
      'Aplica-se assim que guardar. Só o texto espera pela publicação.',
    ],
    title: ['Título', 'Title', 'Título', 'Título'],
    body: ['Texto', 'Text', 'Texto', 'Texto'],
    condition: ['Condição', 'Condition', 'Condición', 'Condição'],
    place: ['Local de exibição', 'Display location', 'Lugar de visualización', 'Local de apresentação'],
    active: ['Em vigor', 'In force', 'En vigor', 'Em vigor'],
    helpBody: [
      'Títulos, listas, citações e links, sem imagens.',
      'Headings, lists, quotes and links; no images.',
      'Títulos, listas, citas y enlaces, sin imágenes.',
      'Títulos, listas, citações e ligações, sem imagens.',
    ],
    helpCondition: [
      'Sem aceitar um termo obrigatório, ninguém continua. Um informativo só é mostrado.',
      'Nobody continues without accepting a mandatory term. An informative one is only shown.',
      'Nadie continúa sin aceptar un término obligatorio. Uno informativo solo se muestra.',
      'Ninguém continua sem aceitar um termo obrigatório. Um informativo é apenas mostrado.',
    ],
    helpPlace: [
      'No cadastro: uma nova versão é pedida depois do login a quem aceitou uma anterior.',
      'At registration: whoever accepted an earlier version is asked for a new one after the sign-in.',
      'En el registro: a quien aceptó una versión anterior se le pide la nueva después de entrar.',
      'No registo: a quem aceitou uma versão anterior é pedida a nova depois do início de sessão.',
    ],
    helpActive: [
      'Fora de vigor, o termo não é mostrado a ninguém.',
      'A term that is not in force is shown to nobody.',
      'Un término que no está en vigor no se muestra a nadie.',
      'Um termo que não está em vigor não é mostrado a ninguém.',
    ],
    mandatory: ['Obrigatório', 'Mandatory', 'Obligatorio', 'Obrigatório'],
    informative: ['Informativo', 'Informative', 'Informativo', 'Informativo'],
    afterLogin: ['Depois do login', 'After the sign-in', 'Después de entrar', 'Depois do início de sessão'],
    registration: ['No cadastro', 'At registration', 'En el registro', 'No registo'],
    report: ['Antes de um relatório', 'Before a report', 'Antes de un informe', 'Antes de um relatório'],
    preview: ['Pré-visualizar', 'Preview', 'Vista previa', 'Pré-visualizar'],
  },
  termAdded: {
    added: [
      'Salvo como rascunho. As pessoas veem o termo depois que você publica a versão 1, no fim desta página.',
      'Saved as a draft. People see the term after you publish version 1, at the end of this page.',
      'Guardado como borrador. Las personas verán el término cuando publique la versión 1, al final de esta página.',
      'Guardado como rascunho. As pessoas veem o termo depois de publicar a versão 1, no fim desta página.',
    ],
    versions: ['Versões', 'Versions', 'Versiones', 'Versões'],
    versionsText: [
      'Cada publicação é uma versão nova, e todas as pessoas são perguntadas de novo.',
      'Each publication is a new version, and everybody is asked again.',
      'Cada publicación es una versión nueva, y se pregunta de nuevo a todas las personas.',
      'Cada publicação é uma versão nova, e todas as pessoas são perguntadas de novo.',
    ],
    none: [
      'Nenhuma versão publicada.',
      'No version is published.',
      'No hay ninguna versión publicada.',
      'Nenhuma versão publicada.',
    ],
    toAcceptances: ['Quem aceitou', 'Who accepted', 'Quién ha aceptado', 'Quem aceitou'],
  },
  termPublication: {
    publishTitle: [
      'Publicar esta versão?',
      'Publish this version?',
      '¿Publicar esta versión?',
      'Publicar esta versão?',
    ],
    publishText: [
      'Todas as pessoas a quem o termo se aplica são perguntadas de novo. Um termo obrigatório interrompe o que estão fazendo.',
      'Everybody whom the term concerns is asked again. A mandatory term interrupts what they are doing.',
      'Se pregunta de nuevo a todas las personas a las que se aplica el término. Uno obligatorio interrumpe lo que están haciendo.',
      'Todas as pessoas a quem o termo se aplica são perguntadas de novo. Um termo obrigatório interrompe o que estão a fazer.',
    ],
  },
  termList: {
    title: ['Título', 'Title', 'Título', 'Título'],
    condition: ['Condição', 'Condition', 'Condición', 'Condição'],
    place: ['Local de exibição', 'Display location', 'Lugar de visualización', 'Local de apresentação'],
    state: ['Situação', 'State', 'Estado', 'Estado'],
    publishedAt: ['Publicado em', 'Published on', 'Publicado el', 'Publicado em'],
    accepted: ['Aceites', 'Acceptances', 'Aceptaciones', 'Aceitações'],
    mandatory: ['Obrigatório', 'Mandatory', 'Obligatorio', 'Obrigatório'],
    informative: ['Informativo', 'Informative', 'Informativo', 'Informativo'],
    afterLogin: ['Depois do login', 'After the sign-in', 'Después de entrar', 'Depois do início de sessão'],
    draft: ['Rascunho', 'Draft', 'Borrador', 'Rascunho'],
  },
  /** Section 3, user term: accepted. */
  acceptances: {
    title: ['Aceites', 'Acceptances', 'Aceptaciones', 'Aceitações'],
    purpose: [
      'Quem aceitou este termo, quando e de qual endereço, e quem ainda não.',
      'Who accepted this term, when and from which address, and who has not.',
      'Quién ha aceptado este término, cuándo y desde qué dirección, y quién todavía no.',
      'Quem aceitou este termo, quando e de que endereço, e quem ainda não.',
    ],
    name: ['Nome', 'Name', 'Nombre', 'Nome'],
    email: ['E-mail', 'E-mail', 'Correo electrónico', 'E-mail'],
    accepted: [
      'Aceitou a versão atual',
      'Accepted the present version',
      'Ha aceptado la versión actual',
      'Aceitou a versão atual',
    ],
    acceptedAt: ['Quando', 'When', 'Cuándo', 'Quando'],
    address: ['Endereço IP', 'IP address', 'Dirección IP', 'Endereço IP'],
    yes: ['Aceitou', 'Accepted', 'Aceptado', 'Aceitou'],
    no: ['Não aceitou', 'Not accepted', 'Sin aceptar', 'Não aceitou'],
  },
  /** A mandatory term after a sign-in. */
  mandatory: {
    mandatory: [
      'Para continuar, leia e aceite este termo.',
      'Read and accept this term to continue.',
      'Para continuar, lea y acepte este término.',
      'Para continuar, leia e aceite este termo.',
    ],
    text: ['Texto do termo', 'Text of the term', 'Texto del término', 'Texto do termo'],
    agree: ['Li e aceito', 'I have read it and accept it', 'Lo he leído y lo acepto', 'Li e aceito'],
    accept: ['Aceitar', 'Accept', 'Aceptar', 'Aceitar'],
    leave: ['Sair', 'Sign out', 'Salir', 'Terminar sessão'],
  },
  /** An informative one. */
  informative: {
    text: ['Texto do termo', 'Text of the term', 'Texto del término', 'Texto do termo'],
    read: ['Entendi', 'Got it', 'Entendido', 'Percebi'],
  },
} as const satisfies SentencesByPlace
