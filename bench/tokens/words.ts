/** Words as the screens of phones have them, in the languages of their users. */
export const words: Readonly<Record<string, readonly string[]>> = {
  en: ['Network & internet', 'Mobile data', 'Airplane mode', 'Dark theme', 'Storage', 'Notifications', 'Do Not Disturb', 'Use location', 'Backup', 'About phone'],
  de: ['Netzwerk & Internet', 'Mobile Daten', 'Flugmodus', 'Dunkles Design', 'Speicher', 'Benachrichtigungen', 'Bitte nicht stören', 'Standort verwenden', 'Sicherung', 'Über das Telefon'],
  fr: ['Réseau et Internet', 'Données mobiles', 'Mode Avion', 'Thème sombre', 'Stockage', 'Notifications', 'Ne pas déranger', 'Utiliser la position', 'Sauvegarde', 'À propos du téléphone'],
  es: ['Redes e Internet', 'Datos móviles', 'Modo avión', 'Tema oscuro', 'Almacenamiento', 'Notificaciones', 'No molestar', 'Usar ubicación', 'Copia de seguridad', 'Información del teléfono'],
  pl: ['Sieć i internet', 'Mobilna transmisja danych', 'Tryb samolotowy', 'Ciemny motyw', 'Pamięć wewnętrzna', 'Powiadomienia', 'Nie przeszkadzać', 'Używaj lokalizacji', 'Kopia zapasowa', 'Informacje o telefonie'],
  ru: ['Сеть и интернет', 'Мобильный интернет', 'Режим полета', 'Темная тема', 'Хранилище', 'Уведомления', 'Не беспокоить', 'Определять местоположение', 'Резервное копирование', 'О телефоне'],
  zh: ['网络和互联网', '移动数据', '飞行模式', '深色主题', '存储', '通知', '勿扰', '使用位置信息', '备份', '关于手机'],
  ja: ['ネットワークとインターネット', 'モバイルデータ', '機内モード', 'ダークモード', 'ストレージ', '通知', 'サイレントモード', '位置情報を使用', 'バックアップ', 'デバイス情報'],
  ko: ['네트워크 및 인터넷', '모바일 데이터', '비행기 모드', '어두운 테마', '저장용량', '알림', '방해 금지', '위치 사용', '백업', '휴대전화 정보'],
  ar: ['الشبكة والإنترنت', 'بيانات الجوّال', 'وضع الطيران', 'المظهر الداكن', 'مساحة التخزين', 'الإشعارات', 'عدم الإزعاج', 'استخدام الموقع', 'النسخ الاحتياطي', 'حول الهاتف'],
  hi: ['नेटवर्क और इंटरनेट', 'मोबाइल डेटा', 'हवाई जहाज़ मोड', 'गहरे रंग वाली थीम', 'स्टोरेज', 'सूचनाएं', 'परेशान न करें', 'जगह की जानकारी', 'बैकअप', 'फ़ोन के बारे में'],
  th: ['เครือข่ายและอินเทอร์เน็ต', 'อินเทอร์เน็ตมือถือ', 'โหมดบนเครื่องบิน', 'ธีมมืด', 'พื้นที่เก็บข้อมูล', 'การแจ้งเตือน', 'ห้ามรบกวน', 'ใช้ตำแหน่ง', 'สำรองข้อมูล', 'เกี่ยวกับโทรศัพท์'],
};

/** What a switch of an old Android says of itself. */
export const onAndOff: Readonly<Record<string, readonly [on: string, off: string]>> = {
  en: ['ON', 'OFF'],
  de: ['AN', 'AUS'],
  fr: ['OUI', 'NON'],
  es: ['SÍ', 'NO'],
  pl: ['WŁ.', 'WYŁ.'],
  ru: ['ВКЛ.', 'ВЫКЛ.'],
  zh: ['开启', '关闭'],
  ja: ['ON', 'OFF'],
  ko: ['사용', '사용 안함'],
  ar: ['تشغيل', 'إيقاف'],
  hi: ['चालू', 'बंद'],
  th: ['เปิด', 'ปิด'],
};
