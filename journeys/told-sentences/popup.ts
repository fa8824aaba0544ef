// The page of a blocked pop-up.
import type { SentencesByPlace } from './in-languages.ts'

export const popupSentences = {
  /** Section 2, /popup_blocked: the pop-up blocked page, with the steps of each browser. */
  popup: {
    chrome: [
      'No computador: clique no ícone de janela bloqueada à direita da barra de endereço, escolha “Sempre permitir pop-ups” e clique em Concluído. No celular: menu ⋮ › Configurações › Configurações do site › Pop-ups e redirecionamentos.',
      'On a computer: click the blocked-window icon at the right of the address bar, choose “Always allow pop-ups” and click Done. On a phone: menu ⋮ › Settings › Site settings › Pop-ups and redirects.',
      'En una computadora: haga clic en el icono de ventana bloqueada a la derecha de la barra de direcciones, elija “Permitir siempre” y haga clic en Listo. En un teléfono: menú ⋮ › Configuración › Configuración de sitios › Ventanas emergentes y redirecciones.',
      'No computador: clique no ícone de janela bloqueada à direita da barra de endereço, escolha “Permitir sempre pop-ups” e clique em Concluído. No telemóvel: menu ⋮ › Definições › Definições do site › Pop-ups e redirecionamentos.',
    ],
    edge: [
      'Clique no ícone de janela bloqueada na barra de endereço, escolha “Sempre permitir” e recarregue a página. Em todas as janelas: Configurações › Cookies e permissões do site › Pop-ups e redirecionamentos.',
      'Click the blocked-window icon in the address bar, choose “Always allow” and reload the page. For all windows: Settings › Cookies and site permissions › Pop-ups and redirects.',
      'Haga clic en el icono de ventana bloqueada en la barra de direcciones, elija “Permitir siempre” y recargue la página. Para todas las ventanas: Configuración › Cookies y permisos del sitio › Ventanas emergentes y redirecciones.',
      'Clique no ícone de janela bloqueada na barra de endereço, escolha “Permitir sempre” e recarregue a página. Para todas as janelas: Definições › Cookies e permissões de sites › Pop-ups e redirecionamentos.',
    ],
    firefox: [
      'Na faixa amarela no alto da página, abra Opções (ou Preferências) e escolha permitir pop-ups deste site. Em todas as janelas: Configurações › Privacidade e segurança › Permissões.',
      'In the yellow bar at the top of the page, open Options (or Preferences) and allow pop-ups of this site. For all windows: Settings › Privacy & Security › Permissions.',
      'En la barra amarilla de la parte superior de la página, abra Opciones (o Preferencias) y permita las ventanas emergentes de este sitio. Para todas las ventanas: Ajustes › Privacidad y seguridad › Permisos.',
      'Na barra amarela no topo da página, abra Opções (ou Preferências) e permita as janelas deste site. Para todas as janelas: Definições › Privacidade e segurança › Permissões.',
    ],
    safari: [
      'No Mac: Safari › Ajustes › Sites › Janelas pop-up, e escolha Permitir para este site. No iPhone e no iPad: Ajustes › Apps › Safari, e desligue Bloquear Pop-ups.',
      'On a Mac: Safari › Settings › Websites › Pop-up Windows, and choose Allow for this site. On iPhone and iPad: Settings › Apps › Safari, and switch off Block Pop-ups.',
      'En un Mac: Safari › Ajustes › Sitios web › Ventanas emergentes, y elija Permitir para este sitio. En iPhone y iPad: Ajustes › Apps › Safari, y desactive Bloquear ventanas.',
      'No Mac: Safari › Definições › Sites › Janelas pop-up, e escolha Permitir para este site. No iPhone e no iPad: Definições › Apps › Safari, e desative Bloquear pop-ups.',
    ],
    opera: [
      'Clique no ícone de janela bloqueada na barra de endereço e escolha permitir pop-ups deste site.',
      'Click the blocked-window icon in the address bar and allow pop-ups of this site.',
      'Haga clic en el icono de ventana bloqueada en la barra de direcciones y permita las ventanas emergentes de este sitio.',
      'Clique no ícone de janela bloqueada na barra de endereço e permita as janelas deste site.',
    ],
  },
  popupPage: {
    title: [
      'O navegador bloqueou a janela',
      'The browser blocked the window',
      'El navegador bloqueó la ventana',
      'O navegador bloqueou a janela',
    ],
    text: [
      'Permita janelas pop-up para este site e tente de novo. O aviso costuma ficar ao lado da barra de endereço.',
      'Allow pop-up windows for this site and try again. The notice is usually beside the address bar.',
      'Permita las ventanas emergentes de este sitio e inténtelo de nuevo. El aviso suele estar junto a la barra de direcciones.',
      'Permita janelas pop-up para este site e tente novamente. O aviso costuma estar ao lado da barra de endereço.',
    ],
    how: [
      'Escolha o seu navegador e siga os passos. Depois, volte e tente de novo.',
      'Choose your browser and follow the steps. Then go back and try again.',
      'Elija su navegador y siga los pasos. Después, vuelva e inténtelo de nuevo.',
      'Escolha o seu navegador e siga os passos. Depois, volte atrás e tente novamente.',
    ],
    yours: ['Seu navegador', 'Your browser', 'Su navegador', 'O seu navegador'],
    blocker: [
      'Um bloqueador de anúncios também pode barrar a janela: desligue-o para este site.',
      'An ad blocker can also stop the window: switch it off for this site.',
      'Un bloqueador de anuncios también puede impedir la ventana: desactívelo para este sitio.',
      'Um bloqueador de anúncios também pode impedir a janela: desative-o para este site.',
    ],
  },
} as const satisfies SentencesByPlace
