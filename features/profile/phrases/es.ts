import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Mi cuenta',
  purpose: 'Cómo aparece usted en el portal, cómo le habla y dónde tiene la sesión abierta.',
  showPassword: 'Mostrar la contraseña',
  changePassword: 'Cambiar la contraseña',
  passwordChanged: 'Contraseña cambiada. Sus demás sesiones se han cerrado.',
  unknownBrowser: 'Dispositivo desconocido',
  thisSession: 'Esta sesión',
  seen: 'Último uso: {{at}}',
  since: 'Inicio: {{at}}',
  end: 'Cerrar',
  endOne: 'Cerrar la sesión en {{browser}}, {{place}}',
  endOthers: 'Cerrar todas las demás',
  endOthersTitle: '¿Cerrar todas las demás sesiones?',
  endOthersText: 'Usted sigue conectado aquí. En los otros dispositivos tendrá que volver a iniciar sesión.',
  field: {
    nome_usuario: 'Nombre',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    department: 'Departamento',
    language: 'Idioma',
    current_password: 'Contraseña actual',
    password: 'Contraseña nueva',
  },
  help: {
    email: 'Con él inicia sesión usted. Solo un administrador puede cambiarlo.',
    password: 'Al menos 8 caracteres. Una frase larga es más segura y más fácil de recordar.',
    signedInElsewhere: 'Usted inicia sesión con la cuenta de su organización: la contraseña se cambia allí.',
    scheme: 'Solo vale en este navegador.',
  },
  section: {
    person: 'Usted',
    personText: 'Su nombre lo ven quienes administran el portal y los informes que le reconocen.',
    screen: 'Apariencia',
    screenText: 'Clara, oscura o como la de su sistema.',
    password: 'Contraseña',
    passwordText: 'Cambiar la contraseña cierra sus sesiones en todos los demás dispositivos.',
    sessions: 'Dónde tiene la sesión abierta',
    sessionsText: '¿No reconoce un dispositivo? Cierre su sesión y cambie la contraseña.',
  },
} satisfies Phrases<typeof ptBR>
