"""A table of a million rows and a list of a million lines in Qt 6, made as they are shown."""
import sys

from PyQt6.QtCore import QAbstractTableModel, Qt
from PyQt6.QtWidgets import QApplication, QListView, QTableView, QVBoxLayout, QWidget


class Numbers(QAbstractTableModel):
    def __init__(self, columns):
        super().__init__()
        self.columns = columns

    def rowCount(self, parent=None):
        return 1_000_000

    def columnCount(self, parent=None):
        return self.columns

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{'cell' if self.columns > 1 else 'line'} {index.row()} {index.column()}"
        return None


application = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Large Qt")
table = QTableView()
table.setModel(Numbers(20))
lines = QListView()
lines.setUniformItemSizes(True)
lines.setModel(Numbers(1))
layout = QVBoxLayout(window)
layout.addWidget(table)
layout.addWidget(lines)
window.resize(800, 600)
window.show()
table.scrollTo(table.model().index(500_000, 3))
sys.exit(application.exec())
