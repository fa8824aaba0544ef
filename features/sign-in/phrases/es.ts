import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Iniciar sesión',
  at: 'en {{unit}}',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar la contraseña',
  submit: 'Iniciar sesión',
  throttled: 'Demasiados intentos fallidos.',
  retryIn: 'Puede intentarlo de nuevo en {{time}}.',
  retryNow: 'Ya puede intentarlo de nuevo.',
  whomToAsk: 'Si olvidó la contraseña, pida otra a quien administra su unidad de negocio.',
  panel: {
    title: 'Sus informes, con buena luz.',
    text: 'Un lugar tranquilo para leer lo que importa: cada persona ve sus propias filas, siempre al día.',
  },
  domain: {
    title: 'Esta dirección no es de nadie',
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
  },
  toSignIn: 'Ir al inicio de sesión',
  first: {
    title: 'Primera cuenta de la plataforma',
    text: 'Esta cuenta opera toda la plataforma. El enlace sirve una sola vez.',
    name: 'Nombre',
    passwordHelp: 'Al menos 8 caracteres. Una frase larga es mejor que los símbolos.',
    submit: 'Crear la cuenta',
    done: 'Cuenta creada. Ya puede iniciar sesión.',
  },
} satisfies Phrases<typeof ptBR>
