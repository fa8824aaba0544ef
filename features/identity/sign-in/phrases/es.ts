import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Iniciar sesión',
  at: 'en {{unit}}',
  field: { email: 'Correo electrónico', password: 'Contraseña' },
  showPassword: 'Mostrar la contraseña',
  submit: 'Iniciar sesión',
  forgot: '¿Olvidó su contraseña?',
  passkey: {
    or: 'o',
    use: 'Usar una llave de acceso',
    none: 'No se usó ninguna llave de acceso. Entre con correo y contraseña, o inténtelo de nuevo.',
  },
  enterWith: 'Iniciar sesión con {{name}}',
  register: { without: '¿Aún no tiene cuenta?', link: 'Regístrese' },
  throttled: 'Demasiados intentos fallidos.',
  retryIn: 'Puede intentarlo de nuevo en {{time}}.',
  retryNow: 'Ya puede intentarlo de nuevo.',
  whomToAsk: 'Si olvidó la contraseña, pida un enlace en “¿Olvidó su contraseña?”.',
  panel: {
    title: 'Sus informes, con buena luz.',
    text: 'Un lugar tranquilo para leer lo que importa: cada persona ve sus propias filas, siempre al día.',
  },
  domain: {
    title: 'Dirección no encontrada',
    text: 'Ninguna unidad de negocio atiende en {{host}}. Revise la dirección que recibió o consulte a quien se la envió.',
  },
  address: {
    title: 'Acceso no permitido desde aquí',
    text: '¡IP no permitida!',
    advice:
      'Su unidad de negocio solo acepta conexiones de redes conocidas. Si debería tener acceso desde aquí, comunique esta dirección al administrador.',
  },
  popup: {
    title: 'El navegador bloqueó la ventana',
    text: 'Permita las ventanas emergentes de este sitio e inténtelo de nuevo. El aviso suele estar junto a la barra de direcciones.',
    how: 'Elija su navegador y siga los pasos. Después, vuelva e inténtelo de nuevo.',
    yours: 'Su navegador',
    blocker: 'Un bloqueador de anuncios también puede impedir la ventana: desactívelo para este sitio.',
    steps: {
      chrome:
        'En una computadora: haga clic en el icono de ventana bloqueada a la derecha de la barra de direcciones, elija “Permitir siempre” y haga clic en Listo. En un teléfono: menú ⋮ › Configuración › Configuración de sitios › Ventanas emergentes y redirecciones.',
      edge: 'Haga clic en el icono de ventana bloqueada en la barra de direcciones, elija “Permitir siempre” y recargue la página. Para todas las ventanas: Configuración › Cookies y permisos del sitio › Ventanas emergentes y redirecciones.',
      firefox:
        'En la barra amarilla de la parte superior de la página, abra Opciones (o Preferencias) y permita las ventanas emergentes de este sitio. Para todas las ventanas: Ajustes › Privacidad y seguridad › Permisos.',
      safari:
        'En un Mac: Safari › Ajustes › Sitios web › Ventanas emergentes, y elija Permitir para este sitio. En iPhone y iPad: Ajustes › Apps › Safari, y desactive Bloquear ventanas.',
      opera:
        'Haga clic en el icono de ventana bloqueada en la barra de direcciones y permita las ventanas emergentes de este sitio.',
    },
  },
  toFaq: 'Preguntas frecuentes',
  toSignIn: 'Ir al inicio de sesión',
  toPortal: 'Volver al portal',
  first: {
    title: 'Primera cuenta de la plataforma',
    text: 'Esta cuenta opera toda la plataforma. El enlace sirve una sola vez.',
    name: 'Nombre',
    passwordHelp: 'Al menos 8 caracteres. Una frase larga es mejor que los símbolos.',
    submit: 'Crear la cuenta',
    done: 'Cuenta creada. Ya puede iniciar sesión.',
  },
} satisfies Phrases<typeof ptBR>
