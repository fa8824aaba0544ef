import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  forgot: {
    title: '¿Olvidó su contraseña?',
    text: 'Indique su correo. Recibirá un enlace para elegir una nueva contraseña.',
    submit: 'Enviar el enlace',
    sent: 'Correo de recuperación de contraseña enviado',
    sentText:
      'Si {{email}} tiene una cuenta aquí, el enlace llega en breve y vale 60 minutos. Mire también en el correo no deseado.',
    another: 'Usar otro correo',
    noMail: 'Este portal no puede enviar correos por el momento.',
    noMailText: 'Pida un enlace para elegir una nueva contraseña a quien administra {{unit}}.',
    kept: 'Si {{email}} tiene una cuenta aquí, el correo con el enlace espera en la bandeja de salida del portal.',
  },
  set: {
    title: 'Elija su contraseña',
    text: 'Para {{email}}.',
    password: 'Nueva contraseña',
    repeat: 'Repita la nueva contraseña',
    differs: 'Las dos contraseñas no son iguales.',
    submit: 'Guardar la contraseña',
    done: 'Contraseña guardada. Inicie sesión con ella.',
    askAgain: 'Pedir otro enlace',
    lost: 'El enlace ya no es válido',
  },
  rules: {
    title: 'La contraseña necesita',
    length: 'al menos {{count}} caracteres',
    capital: 'una letra mayúscula',
    special: 'un carácter especial, como ! o #',
    common: 'Se rechazan las contraseñas muy comunes y las hechas con su nombre o correo.',
    expires_one: 'La contraseña vale {{count}} día.',
    expires_other: 'La contraseña vale {{count}} días.',
    met: 'cumplido',
    unmet: 'falta',
  },
} satisfies Phrases<typeof ptBR>
