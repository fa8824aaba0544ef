import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  opening: 'Abriendo el informe…',
  frame: 'Informe {{name}}',
  back: 'Volver a {{name}}',
  updated: 'Datos del {{when}}',
  tool: {
    label: 'Herramientas del informe',
    pages: 'Páginas',
    filters: 'Filtros',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    zoomReset: 'Tamaño original',
    refresh: 'Actualizar',
    fullscreen: 'Pantalla completa',
    leaveFullscreen: 'Salir de pantalla completa',
    favourite: 'Favorito',
    bookmarks: 'Marcadores',
    more: 'Más herramientas',
  },
  waking: {
    starts: 'La capacidad de “{{report}}” se está encendiendo',
    startsText: 'Esto tarda uno o dos minutos. El informe se abre solo en cuanto esté encendida.',
    paused: '“{{report}}” está en pausa',
    pausedText:
      'La capacidad de este informe está en pausa y no se enciende sola. Pida a quien administra el portal que la encienda.',
    failedText:
      'No se pudo encender la capacidad de este informe. Inténtelo de nuevo; si continúa, avise a quien administra el portal.',
    startsAt: 'Se enciende el {{when}}.',
  },
  failure: {
    title: 'El informe no se abrió',
    token_ended: 'Su permiso de lectura venció y no se pudo renovar.',
    not_found: 'El servicio de informes no conoce este informe.',
    not_authorized: 'El servicio de informes rechazó mostrar este informe.',
    model_unavailable: 'Los datos del informe no están disponibles ahora. La capacidad puede estar en pausa.',
    model_rebuilding: 'Los datos de este informe se están recuperando. Inténtelo de nuevo en unos instantes.',
    no_answer: 'El servicio de informes no respondió.',
    invalid: 'Este portal no acepta la dirección del informe.',
    other: 'El informe encontró un problema.',
    support: 'Código para soporte: {{id}}',
  },
  ended: {
    title: 'Su acceso a este informe terminó',
    text: 'Quien administra los informes retiró el permiso. Sus otros informes siguen en la página de inicio.',
  },
} satisfies Phrases<typeof ptBR>
