import type { progress as english } from '../en/progress.ts';
import { make_format } from '../format.ts';
import { plural } from '../plural.ts';

const f = make_format('es');

const shifts = (count: number): string => `${f.count(count)} ${plural(count, 'turno', 'turnos')}`;

export const progress: typeof english = {
  heading: 'Tu progreso',
  where:
    'Se queda en este navegador. Guárdalo en un archivo antes de borrar sus datos o de cambiar de navegador.',
  save: 'Guardar en un archivo',
  load: 'Cargar de un archivo',
  saved: (v) => `Guardado: ${shifts(v.shifts)}.`,
  unreadable: (v) => `Lo guardado de ${shifts(v.shifts)} no se puede leer y no va en el archivo.`,
  loading: 'Repitiendo sus partidas…',
  loaded: (v) =>
    v.better > 0
      ? `Cargado: ${shifts(v.shifts)}, ${f.count(v.better)} con mejor resultado que aquí.`
      : `Cargado: ${shifts(v.shifts)}. Ya habías llegado igual de lejos.`,
  left_out: (v) =>
    `${f.count(v.kitchens)} ${plural(v.kitchens, 'cocina libre se quedó', 'cocinas libres se quedaron')} fuera: este navegador conserva ${f.count(v.kept_max)}, y las tuyas van primero.`,
  other_rules: (v) =>
    `${f.count(v.runs)} ${plural(v.runs, 'partida se jugó', 'partidas se jugaron')} con otras reglas y ya no se ${plural(v.runs, 'puede', 'pueden')} repetir; las estrellas cuentan.`,

  forget: 'Olvidar todo',
  forget_ask: '¿Olvidar todo?',
  forget_what:
    'Se borran las estrellas, las mejores partidas, los últimos ajustes y tus preferencias en esta página. Sin un archivo no hay vuelta atrás.',
  forget_yes: 'Olvidar',
  forget_no: 'Conservar',
  forgotten: 'Ya no queda nada guardado.',

  refused: 'No se cargó nada.',
  problem: {
    too_large: (v) =>
      `El archivo ocupa ${f.decimal(v.found_mb, 1)} MB; como mucho se leen ${f.decimal(v.last_mb, 1)} MB.`,
    not_json: () => 'El archivo está dañado o es de otro tipo.',
    not_progress: () => 'El archivo no contiene progreso de este juego.',
    wrong_version: (v) =>
      `El archivo es de la versión ${v.found}; esta página lee la versión ${f.count(v.last)}.`,
    unknown_field: (v) => `El archivo dice algo desconocido: ${v.at}.`,
    not_an_object: (v) => `${v.at} es ${v.found}, y debería ser un grupo entre llaves.`,
    not_a_text: (v) => `${v.at} es ${v.found}, y debería ser texto.`,
    unknown_shift: (v) => `No hay ningún turno llamado ${v.found}.`,
    day_ahead: (v) => `El día de ${v.found} aún no ha llegado.`,
    out_of_range: (v) =>
      `${v.at} es ${v.found}; puede ser un número entero de ${f.count(v.first)} a ${f.count(v.last)}.`,
    run_refused: (v) =>
      `${v.at} contiene una partida que al repetirla acaba de otra forma: ${v.found}.`,
    other_shift: (v) => `${v.at} contiene una partida de otro turno: ${v.found}.`,
    not_kept: () => 'Este navegador no tiene sitio para guardarlo, o no guarda nada.',
    unreadable: () => 'No se pudo leer el archivo.',
  },
};
